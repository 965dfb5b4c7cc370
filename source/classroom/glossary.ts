import {platform} from '../kernel/platform.js';
import {list, mapOf, readDocument, text} from '../scenario/document.js';
import {readTextFile} from '../scenario/read-text-file.js';

/** The translations of each term of the course: words or stems, one of which a translated text contains. */
export type Glossary = Readonly<Record<string, readonly string[]>>;

const glossaryShape = mapOf(list(text));

/** The glossary of a language, `lessons/terms.ru.yaml`; empty when there is none. @throws {Mistakes} its errors */
export const readGlossary = (language: string): Glossary => {
	const file = `${platform().packageFolder}lessons/terms.${language}.yaml`;
	return platform().find(file) ? readDocument(readTextFile(file), file, glossaryShape).value : {};
};

/** The capital distinguishes a kind's name from an ordinary word. */
const termPattern = (term: string): RegExp =>
	new RegExp(
		String.raw`(?<![\w./=-])${term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?:s|es)?(?![\w/-])`,
		/^[A-Z]/.test(term) ? '' : 'i',
	);

/** The terms of an English text whose translation contains none of the glossary's words. */
export const termsLost = (glossary: Glossary, from: string, to: string): ReadonlyArray<readonly [string, string]> =>
	Object.entries(glossary).flatMap(([term, said]) =>
		termPattern(term).test(from) && !said.some((word) => to.toLowerCase().includes(word.toLowerCase()))
			? [[term, said.join(', ')] as const]
			: [],
	);
