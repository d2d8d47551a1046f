/** Marks an invented figure, person or answer until the agency replaces it. */
import { useSharedContent } from "./shared-content.ts";

export function SampleMark({ sample = false }: { sample?: boolean | undefined }) {
  const { sampleMark } = useSharedContent();
  return sample && <b className="sample">{sampleMark}</b>;
}
