import {platform} from '../kernel/platform.js';
import {list, mapOf, readDocument, text} from '../scenario/document.js';
import {readTextFile} from '../scenario/read-text-file.js';

/** How a language says each term of the course: words or stems, one of which a translation of the term has. */
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

/** The terms of an English text that its translation says in no way that the glossary knows. */
export const termsLost = (glossary: Glossary, from: string, to: string): ReadonlyArray<readonly [string, string]> =>
	Object.entries(glossary).flatMap(([term, said]) =>
		termPattern(term).test(from) && !said.some((word) => to.toLowerCase().includes(word.toLowerCase()))
			? [[term, said.join(', ')] as const]
			: [],
	);
