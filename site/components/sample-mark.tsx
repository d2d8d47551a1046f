import { useSharedContent } from "./shared-content.ts";

export function SampleMark({
  sample = false,
}: {
  sample?: boolean | undefined;
}) {
  const { sampleMark } = useSharedContent();
  return sample && <b className="sample">{sampleMark}</b>;
}
