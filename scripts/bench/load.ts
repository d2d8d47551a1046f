/** Requests a second and latency of one address under load, by autocannon. */
import autocannon from "autocannon";
import { OBJECT_MEDIA_TYPE, REST_PATH } from "../../contract/wire.ts";
import { LEADS_TABLE } from "../../contract/lead.ts";

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds. */
  p99: number;
  failed: number;
}

export const LEAD = {
  name: "Bench Mark",
  email: "bench@nightshift.example",
  company_name: "Bench & Sons Heating",
  selected_service: "ai-chatbot",
  problems: "Missed calls after 5 pm\nSlow quotes",
  additional_info: "",
};

const CONNECTIONS = 64;
const SECONDS = 5;

/** A page, as a browser asks for it. */
export function loadPage(url: string): Promise<Load> {
  return load({ url, headers: { "accept-encoding": "br, gzip" } });
}

/** The form's call, each with a lead that is stored and fsynced. */
export function loadPost(origin: string, publicKey: string): Promise<Load> {
  return load({
    url: `${origin}${REST_PATH}/${LEADS_TABLE}`,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: OBJECT_MEDIA_TYPE,
      prefer: "return=representation",
      apikey: publicKey,
      authorization: `Bearer ${publicKey}`,
    },
    body: JSON.stringify(LEAD),
  });
}

async function load(options: autocannon.Options): Promise<Load> {
  const { requests, latency, non2xx, errors } = await autocannon({
    ...options,
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  return { requestsPerSecond: requests.average, p99: latency.p99, failed: non2xx + errors };
}
