/** The box with which a visitor agrees to texts, where the site sends any. Its words are in the state: no other page has them. */
import { TEXTS_FIELD, type TextsBox } from "../../../contract/page.ts";
import css from "./texts-box.module.css";

export function AgreeToTexts({ words, version, isTicked, optional }: TextsBox & { optional: string }) {
  return (
    <label className={css.agree}>
      <input type="checkbox" name={TEXTS_FIELD} value={version} defaultChecked={isTicked} />
      <span>
        {words} ({optional})
      </span>
    </label>
  );
}
