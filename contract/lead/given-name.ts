const MAX_FIRST_NAME_LENGTH = 20;
/**
 * In a script without spaces, twenty letters
 * can be a sentence with a telephone number.
 */
const MAX_UNSPACED_LENGTH = 6;
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Yiii}]/u;

/**
 * Matches one to three parts joined by apostrophes or hyphens.
 * No address and no message looks like this. Each part has
 * letters with up to two accents. A word with `'s` at its end
 * is refused, since it names a business, like "Joe's".
 */
const FIRST_NAME =
  /^(?!.*['’]s$)(?:\p{L}\p{M}{0,2})+(?:['’-](?:\p{L}\p{M}{0,2})+){0,2}$/u;

/** The list leaves out "Don" and "Pan", since both are also names. */
const TITLES = new Set(
  `mr mrs ms mx miss mister missus madam madame maam sir dame lord lady master sirs gentlemen
  dr doctor doktor docteur doctora dottore dottoressa dott doutor doutora dra drs doc
  prof professor professorin professeur professeure profesor profesora professora professore
  rev reverend father pastor rabbi imam sheikh sister brother capt captain col sgt lt gen judge
  colonel sergeant lieutenant general nurse engr md mohd president ceo director none anonymous
  hon herr frau fräulein hr fr familie family famille familia famiglia firma
  m mm mme mmes mlle monsieur mademoiselle maître me
  señor señora señorita senor senora senorita sr sra srta sres d.ª doña dona dom
  senhor senhora signor signora signorina signore sig sigra
  dhr mevr mw mevrouw meneer heer mijnheer fru frøken herra rouva neiti
  pani pán paní bay bayan hanım ing mag dipl mgr inż lic abg eng avv arq attorney atty
  coach chef officer elder uncle aunt the team office owner manager info admin sales service
  господин госпожа г гн гжа пан пані κος κα κύριος κυρία د السيد السيدة`.split(
    /\s+/,
  ),
);

const PARTICLES = new Set(
  "de del della di da do dos du la le van von vom zu der den ten ter af av el al bin ibn".split(
    " ",
  ),
);

/** "Mary E Hill" is one person, with an initial. */
const PAIR = /^\S+ (?:[&+/]|[Aa]nd|AND|und|et|y|e|og) /;

const INITIAL = /^[\p{Lu}\p{Ll}]$/u;

/**
 * The first name, for a greeting. Undefined if the
 * text may begin with anything else, or names two.
 */
export function givenName(fullName: string): string | undefined {
  const [first = ""] = fullName.normalize("NFC").trim().split(/\s+/u);
  const maxLength = UNSPACED.test(first)
    ? MAX_UNSPACED_LENGTH
    : MAX_FIRST_NAME_LENGTH;
  if (
    TITLES.has(first.toLowerCase()) ||
    PARTICLES.has(first) ||
    PAIR.test(fullName) ||
    INITIAL.test(first)
  )
    return undefined;
  return Array.from(first).length <= maxLength && FIRST_NAME.test(first)
    ? first
    : undefined;
}
