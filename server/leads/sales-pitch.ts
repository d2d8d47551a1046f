/** Measures whether a text sells something. Most patterns are English. */

/** Matches any of the template's lines, as whole words. */
function phrases({ raw: [lines = ""] }: TemplateStringsArray): RegExp {
  const alternatives = lines.trim().replaceAll(/\n\s*/g, "|");
  return new RegExp(String.raw`(?<!\w)(?:${alternatives})(?!\w)`, "gi");
}

/** What a seller says. A customer's text seldom matches three of these patterns. */
const PARTS: readonly RegExp[] = [
  // "Your website" and similar words of sellers. The exceptions are words of customers.
  phrases`
    (?:your|ur) (?!(?:ads?|services?|bot|chat\w*|ai|assistant|receptionist|pric\w+|products?|reply|replies)\b)(?!(?:answer|terms|custom|option|call|demo|set-?up|system|people|help|software|email|response)\b)\w+
    (?:cool|nice|great|beautiful) (?:web ?)?site`,
  // "You" as a subject, except in questions to an agency.
  phrases`
    (?<!\b(?:do|can|could|would|will|how|what|did|are|have|if|say|tell|hope) )you(?:'re|'ll|'d)? (?!guys|handle|work|do\b|offer|support|also|measure)\w+
    if you`,
  // Sentences that tell the reader what to do.
  phrases`
    (?<=(?:^|[.!?:,>\n-] ?)(?:please |just |simply |kindly |and |or |then )?)(?:act|add|apply|ask|boost|book|buy|call (?!me\b|us\b)\w+|check|choose|claim|click|confirm|contact|copy|cut|deposit|discover|dm|download|earn|enjoy|enter|forward|get|grab|grow|hire|imagine|improve|increase|join|learn|listen|log ?in|make|meet|move|order|outsource|pay|play|put|reach|register|release|reply|respond|save|see what|send|share|sign up|start|stop|submit|try|upgrade|use|verify|visit|write|win)`,
  phrases`
    (?:we|i)(?:'d| would| can| will|'ll|'re| are|'m| am|'ve| have)?(?: also| now| just)? (?:offer\w*|provid\w*|produce|speciali[sz]\w*|deliver|built|design and|re-?design|improve|increase|boost|correct|translate|reach|place|install|create|make it|happy to)
    (?:we|i)(?:'d| would| can| will|'ll)? (?:like to introduce|love to (?:contribute|have|feature)|(?:help|get|bring|send|give) (?:you|ur|out))
    (?:we|i)(?:'re| are|'m| am) (?:a |an |in |the )?(?:\w+ based|team|experts?|leading|professional|licensed|freelance\w*|certified|company|manufacturer)
    our (?:[\w-]+ ){0,2}(?:services|prices?|rates|packages?|solutions?|experts?|team|program|software|platform|app|tool|system|servers?|developers?|writers?|assistants|followers|terms|manager|portfolio)
    (?:is|are) an? (?:[\w-]+ ){0,2}(?:software|tool|widget|platform|app)
    my (?:portfolio|rates|demos|client'?s?)`,
  phrases`
    (?:only|just|for|from|at|to|than|is|over|under|pay|starts?|begin) (?:as low as )?[$€£] ?\d[\d.,]*\w?
    (?:low|lowest|half|one|single|special|competitive|bulk|factory direct|early bird) (?:cost|price|fee)
    affordable|discount\w*|cheap\w*|one-time fee|risk free|rates? (?:begin|start)|money[ -]back|refund|price list|paypal
    \d+ ?% (?:off|discount|interest)|(?:up to|by|save|cut) \d+ ?%
    no (?:upfront|deposit|credit (?:check|card)|monthly|set-?up fees?|obligation|collateral|experience|retainers?|contracts?|fees?|cost)
    (?:cents?|usd|dollars?|euros?) (?:per|a|each)
    [$€£]\d[\d.,]*(?: ?\/| (?:per|a|an)) ?(?:review|link|month|mo|h|hour|lead|post|story|word|episode|message)`,
  phrases`
    free (?:(?:no[- ]obligation|website|seo|confidential|custom|instant|\d+[- ]day) )?(?:\w+ )?(?:audit|trial|quote|report|scan|consultation|samples?|valuation|credits|demo|mock-?up|analysis|proposal|migration|estimate|channel|terminal)
    free of charge|(?:try|register|join) (?:\w+ )?free|on us`,
  phrases`
    guarantee\w*|100 ?%|best|top \d+|number one|high[- ]quality|good quality|quality|experienced|dedicated|professionals?|leading|exclusive|experts?|vetted
    instant(?:ly)?|autopilot|all-in-one|proven|organically|hassle|targeted|fresh|permanent\w*|native speakers|highly trained|accuracy`,
  phrases`
    reply (?:back|yes|with|to|here)|(?:are|would|if) you (?:be |are )?(?:interested|open|eligible)|if interested|interested\?
    (?:should|shall|can|may|could) (?:i|we) (?:send|share|schedule|show|call|know|stop by)|want me to
    send you (?:a|an|my|our|the|some|more|screenshots)|send details|share your|just say yes
    (?:waiting for|look(?:ing)? forward to|await\w*) your|let me know (?:what|your|if|when|which)
    quick (?:question|chat|call)|worth a|which (?:day|time) works|(?:good|best|convenient) time
    contact (?:us|me|him|her)|discovery call|whats ?app|telegram|skype`,
  phrases`
    click here|(?:order|apply|act|call) now|sign up today|limited[- ](?:time|offer)|this is limited|more info|learn more
    don't miss|right now|today only|tonight|within \d+ (?:hours|days)|this week|before it|expir\w+|immediately|asap|final notice|attention`,
  phrases`https?:\/\/(?!\S*(?:facebook|instagram|google|yelp))\S+|www\.\S+`,
  phrases`unsubscribe|opt(?:ing)?[- ]?out|removed? from (?:our|this|the) list`,
  // Greets a stranger.
  phrases`
    (?:dear|hello|hi|hey|attention:?) (?:\w+ )?(?:sir|madam|friend|owner|manager|web ?master|admin|team|dear|business owner)
    hop(?:e|ing) (?:you(?:'re| are)|this|all is)|good day|greetings|did you know|have you (?:ever )?(?:thought|considered)
    (?:are|do|does) (?:you|your \w+) (?:looking|spending|need|want)|what if (?:you|i)
    my name(?:'s| is)|this is \w+ (?:from|and)|(?<=(?:^|[.!?\n] ?))(?:tired of|stuck in|struggling with|is your)`,
];

/** Goods that sellers offer to sites. Some customers sell such goods, too, so at most two count. */
const GOODS = phrases`
  seo|smo|ppc|back ?links?|guest post\w*|sponsored posts?|link insertions?|text link|do-?follow|domain authority
  first page|1st page|page (?:one|1) of google|rank\w* (?:on|in|higher)|top \d+ ranking
  (?:web|website|mobile|app) ?(?:design\w*|develop\w*)|logo|explainer|banner|podcast|hosting|directories|wikipedia|translat\w+
  email lists?|cold email|press release|bulk sms|lead generation|(?:qualified|exclusive) (?:leads|appointments|buyers)|followers
  working capital|funding|loans?|processing fees|virtual assistants|remote employees|passive income
  bitcoin|btc|pharmacy|prescription|oem|lawsuit|copyright\w*|trademark|hacked|slots|poker`;

/** Stems of words for topics that customers of an agency seldom write about. */
const JUNK =
  /(?<!\p{L})(?:casino|viagra|cialis|escort|porn|forex|crypto(?=(?:currency)? (?:invest|profit))|earn \$|make money online|loan offer|hot singles|казино|рулетк)/giu;

/** Who has trouble: the writer, or the people and things of a business. */
const WRITER = phrases`
  i|we|my|our|us|me|calls?|callers?|customers?|clients?|patients?|members|phones?|front desk|receptionist|dispatcher|office|crew|quotes
  (?<=^\s*)(?:need|want|looking for)`;
const READER = phrases`you|your`;
const TROUBLE = phrases`
  need(?:s|ed)?|wish|looking for|want(?! to (?:help|introduce|offer|share|let|reach|send))
  (?:would|'d) (?:like|love) (?:to (?:know|understand|hear|learn|see|have|talk|stop|try)|it|them|a|some)|call me
  los(?:e|es|ing|t)|miss(?:ed|ing|es)?|forg[eo]t\w*|can'?t|cannot|could(?:n'?t| not)|don'?t|didn'?t|no ?body|no one|never
  voicemail|ghost\w*|vanish|no[- ]shows?|cold|late|slow\w*|behind|answer\w*|overwhelmed|too (?:long|many|much)|wait\w*|stopped|tied? up`;
/** A question about what the agency does, or a word about an earlier agency. */
const CUSTOMER_WORDS = phrases`
  (?:do|can|could|would) you (?:guys|all|also|do|handle|work|support|cover|recommend|suggest)
  (?<=(?:^|[,.!?\n] ?))(?:does|is|will|would) (?:this|it|that)
  how (?:do|does|much|long)|(?:last|previous|old|former|current|other) (?:\w+ )?(?:agency|company|guy|firm|vendor|provider)`;

/** The beginning of a text is enough to recognize a pitch. */
const MOST_CHARACTERS = 2_000;

/**
 * Gives a point for each of PARTS that the message has, for each topic of JUNK, and for at most two
 * of GOODS. Takes three points from a writer who has TROUBLE or uses CUSTOMER_WORDS.
 * @returns at least 0
 */
export function pitchPoints(message: string): number {
  const text = message
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/\s+/g, (space) => (space.includes("\n") ? "\n" : " "));
  const parts = PARTS.filter((part) => isIn(text, part)).length;
  const points =
    parts + Math.min(2, countKinds(text, GOODS)) + countKinds(text, JUNK);
  return Math.max(
    0,
    points - (isIn(text, CUSTOMER_WORDS) || hasOwnTrouble(text) ? 3 : 0),
  );
}

const isIn = (text: string, pattern: RegExp): boolean =>
  text.search(pattern) !== -1;

function countKinds(text: string, pattern: RegExp): number {
  return new Set(
    Array.from(text.matchAll(pattern), ([found]) => found.toLowerCase()),
  ).size;
}

function hasOwnTrouble(text: string): boolean {
  const sentences = text.split(/[.!?\n]+/);
  return sentences.some(
    (one) => isIn(one, WRITER) && isIn(one, TROUBLE) && !isIn(one, READER),
  );
}
