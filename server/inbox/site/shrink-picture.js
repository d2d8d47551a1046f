// Makes a chosen photo smaller before it is sent.
// A copy has no Exif, so it says no place either.
const SIDE = 1600;
const BYTES = 500 * 1024;
const input = document.querySelector("input[type=file]");
const button = input.form.querySelector("button");

async function smaller(file, side = SIDE) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const draw = (type, quality) =>
    new Promise((made) => canvas.toBlob(made, type, quality));
  // A logo may be transparent, which JPEG makes black.
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  const isOpaque = data.every((part, at) => at % 4 !== 3 || part === 255);
  // A photo as PNG has ten times the bytes, and a drawing blurs as JPEG.
  const isPhoto = isOpaque && !/png|gif/.test(file.type);
  let blob = await draw(isPhoto ? "image/jpeg" : "image/png", 0.85);
  if (blob.size > BYTES && !isOpaque) return smaller(file, side / 2);
  if (blob.size > BYTES) blob = await draw("image/jpeg", 0.7);
  return new File([blob], file.name, { type: blob.type });
}

input.addEventListener("change", () => {
  const [file] = input.files;
  button.disabled = file && file.type !== "image/svg+xml";
  if (!button.disabled) return;
  const take = (made) => {
    // Somebody may have chosen another one meanwhile.
    if (input.files[0] !== file) return;
    const list = new DataTransfer();
    list.items.add(made);
    input.files = list.files;
    button.disabled = false;
  };
  // The server says what is wrong with the file as it is.
  smaller(file).then(take, () => take(file));
});
