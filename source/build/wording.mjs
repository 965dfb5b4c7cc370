// Looks through all texts of the translations, those of the screen, errors and help as well as lessons: an English word that
// the glossary of the language translates must not remain, and quotes, punctuation and spaces are those of the language.
//
//   node source/build/wording.mjs          one line a language; the offences, and exit code 1, if there are any
//
// An exception is a part of a line, with the reason why it stays.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {parse} from 'yaml';

const root = process.argv[2] ?? path.join(import.meta.dirname, '../..');

/** The letters of a language, the files of its translations, and what a line of them must not have. */
const languages = {
	zh: {
		letter: '\\p{Script=Han}',
		files: /(?:\.zh\.yaml|\/zh\/.*\.ts|chinese(?:-keys)?\.ts|(?:problem|exam)-words\.ts)$/,
		patterns: [
			[/\p{Script=Han} (?=\p{Script=Han})(?! )/u, 'no space between Chinese words'],
			[/\p{Script=Han}[,;!?](?=[\s\p{Script=Han}`'])/u, 'full-width punctuation'],
			[/\p{Script=Han}\(|\)\p{Script=Han}/u, 'full-width brackets'],
			[/\p{Script=Han}"\$|\}"\p{Script=Han}/u, '“quotes”'],
			[/\p{Script=Han}[A-Za-z\d]|[A-Za-z\d]\p{Script=Han}/u, 'a space between Chinese and Latin words'],
			[/(?:\}|\d) m?s(?= ?\p{Script=Han}|[，。；：、）])/u, '秒 or 毫秒'],
		],
	},
	ru: {
		letter: '\\p{Script=Cyrillic}',
		files: /(?:\.ru\.yaml|\/ru\/.*\.ts|russian(?:-keys)?\.ts|(?:problem|exam)-words\.ts)$/,
		patterns: [
			[/\p{Script=Cyrillic} "\$\{[^"]*\}"/u, '«quotes»'],
			[/(?:\}|\d) m?s(?= \p{Script=Cyrillic}|[.,;:)])/u, 'с or мс'],
		],
	},
};

/** Words beside those of the glossary that have a translation. */
const words = {
	zh: {watch: '监视', schema: '模式（schema）', operator: 'Operator'},
	ru: {watch: 'подписка', 'runtime class': 'RuntimeClass'},
};

/** Parts of lines that stay as they are. */
const exceptions = {
	'list 和 watch': 'verbs of RBAC, as a rule names them',
	'list и watch': 'verbs of RBAC, as a rule names them',
	'；cluster 再': 'a word of the command line',
	"'的 一个'": 'the words that are replaced',
};

const translated = (language) => {
	const glossary = parse(readFileSync(path.join(root, `lessons/terms.${language}.yaml`), 'utf8'));
	return Object.entries({
		...Object.fromEntries(
			Object.entries(glossary)
				.filter(([term, said]) => term === term.toLowerCase() && !said.some((word) => /^[\w -]+$/.test(word)))
				.map(([term, said]) => [term, said.join(', ')]),
		),
		...words[language],
	});
};

const filesIn = (folder) =>
	existsSync(path.join(root, folder))
		? readdirSync(path.join(root, folder), {recursive: true, encoding: 'utf8'}).map(
				(name) => `${folder}/${name.replaceAll(path.sep, '/')}`,
			)
		: [];

const names = [...filesIn('source'), ...filesIn('lessons')].sort();
let failed = false;
for (const [language, {letter, files, patterns}] of Object.entries(languages)) {
	const terms = translated(language).map(([term, said]) => [
		new RegExp(`${letter} ${term}(?![\\w./:=(（）)\`'-]| ?[（(])|(?<![\\w./:=$\`'{-])${term} ${letter}`, 'u'),
		`"${term}" is ${said}`,
	]);
	const offences = names
		.filter((name) => files.test(name) && !/\/terms\./.test(name))
		.flatMap((name) =>
			readFileSync(path.join(root, name), 'utf8')
				.split('\n')
				.flatMap((line, index) => {
					const text = Object.keys(exceptions).reduce(
						(left, part) => left.replaceAll(part, ''),
						line.replaceAll(/\{\{.*?\}\}/g, '0'),
					);
					return /^\s*(?:\/\*|\*|\/\/|#|import )/.test(line)
						? []
						: [...patterns, ...terms].flatMap(([pattern, rule]) =>
								pattern.test(text) ? [`${name}:${index + 1}  ${rule}: ${text.match(pattern)[0]}`] : [],
							);
				}),
		);
	process.stdout.write(`wording, ${language}: ${offences.length}, ceiling 0\n`);
	for (const offence of offences) {
		process.stdout.write(`${offence}\n`);
	}

	failed ||= offences.length > 0;
}

process.exitCode = failed ? 1 : 0;
