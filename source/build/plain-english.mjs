// Counts offences against plain English (source/build/plain-english.md has the rules) in what people read: the English texts of the
// screen, documents, lessons and docstrings. `npm run lint` fails when a number is above its ceiling.
//
//   node source/build/plain-english.mjs                 one line per group; exit code 1 above a ceiling
//   node source/build/plain-english.mjs --list screen   the offences of a group: file:line, rule, sentence
//   node source/build/plain-english.mjs --lower         sets each ceiling that is above its number to the number
//
// Ceilings can only fall. An exception is a sentence, or a part of one, with the reason why it stays.
//
// Considered: write-good (16 remarks on a page of 55 lines, all about passives such as "is refused", which Kubernetes uses, and
// none about the rules below), vale (its rules of kinds "existence" and "occurrence" are those below; a Go program, not a package),
// textlint (two rules would need a tree of packages). So the rules are a list of patterns here, as in vale.
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {
	isNoSubstitutionTemplateLiteral,
	isStringLiteral,
	isTemplateExpression,
	isPropertyAssignment,
} from 'typescript/unstable/ast';
import {API} from 'typescript/unstable/sync';
import {parse} from 'yaml';
import {lowestCommitted} from './lowest-committed.mjs';

/** What a sentence must not have, and what to write instead. */
const patterns = [
	[
		/\b(?:somebody|someone|nobody|no one|anybody|anyone|everybody|everyone|whoever|somebody's|nobody's)\b/i,
		'name the component or the reader',
	],
	[/(?:[:;,] |^(?=.*\.$))who \w+/i, 'name the component or the reader, not "who"'],
	[/\b(?:what|whom?) (?:one|they) \w+/i, 'name the component or the reader, not "one"'],
	[/\b(?:is|are|was|were|be|been) told\b/, 'say who reports what: "the kubelet reports"'],
	[/\b(?:is|are|was|were) (?:taken to|taken for|said to)\b/, '"is assumed to", "counts as"'],
	[
		/\b(?:stands? in for|comes? to nothing|wants? to get|as (?:one|it) likes|is so|that is said|said so)\b/,
		'a verb that acts',
	],
	[/^What (?!happens|if)[^?]*\.$/, 'a noun as subject, not a "what" clause'],
	[/\bof (?:it|them|others|another) of\b|\bof (?:it|others|theirs)[,.;] (?:and )?of\b/, 'no chains of "of"'],
	[/\bthat (?:is|are) at work\b|\bat work on\b/, '"in progress", "running"'],
	[/\bbegins? anew\b|\banew\b/, '"again", "restarts"'],
	[/(?<!\bthe )\b(?:outside|inside) of\b/, '"outside", "inside"'],
	[
		/(?<!\bthere (?:simply )?)\b(?:is|are|was|were) no (?!longer|more|such|stricter|larger|further|finer|faster|answer|room|limit|\w+(?: \w+)? (?:to|in|for|of|on|at|that)\b)/i,
		'"is not a …"',
	],
	[
		/\b(?:one|line|page|task|heading|lane|row) an? (?:core|topic|stop|file|node|version|component|group|kind|template)\b/,
		'"per"',
	],
	[/\bof (?:its|their) own accord\b|\bby (?:itself|themselves) alone\b/, '"automatically"'],
];

/** What a sentence of the code's own prose, docstrings and comments, must not have in addition. */
const codePatterns = [
	[/^(?:What (?!happens|if)|Whose |Whom |Who |So (?:many|much|long|often) )/, 'a noun as subject: "The owner of …"'],
	[/\b(?:comes?|came) (?:first|last)\b|\bstands? (?:first|last)\b/, '"is first", "is last"'],
	[/\b(?:another|other) \w+ than\b/, '"a … other than"'],
	[/\b(?:goes|go|went) (?:well|wrong|nowhere|on\b|back)/, '"succeeds", "fails", "continues", "returns"'],
	[/\b(?:is|are|was|were|be) asked for\b/, '"is requested"'],
	[/\bwhatever (?:it|they|the|its|their|a|is)\b/, '"regardless of", "any"'],
	[/^(?:That|Those) (?:of|that|in) /, 'a noun as subject: "The servers that …"'],
	[
		/[;:] what (?!happens|if|is|each)\w+ (?:\w+ )?(?:is|are|does|cannot|wins|refers|fits)\b/,
		'a noun as subject: "unreadable parts are …"',
	],
	[/(?<!\b[Tt]here )\b(?:is|are|was|were) none\b/, '"is not one", "has no …"'],
	[
		/\b(?:has|have|was|were) (?:changed|completed|given|happened|judged|run|said|scaled|seen|written) last\b/,
		'"last changed"',
	],
	[
		/\bby (?:HTTP|TCP|UDP)\b|\bsa(?:id|ys?) no\b|\bthe begin\b|\bas which\b/,
		'"over HTTP", "refuses", "the beginning", "in which"',
	],
	[/\blook(?:s|ed)? at(?! the shell)\b/, '"reads", "checks", "syncs", "shows"'],
	[
		/\bfor ever\b|\bhears\b|\bin (?:a )?circles?\b|\bmore or less\b/,
		'a plain word: "without end", "receives", "loops"',
	],
];

/** The most words of a sentence. */
const longest = {screen: 25, documents: 40, lessons: 32, docstrings: 40, comments: 40};

/** The texts of the screen. */
const screenFiles =
	/^source\/(?:stages\/en\/|stages\/en\.ts|(?:[\w-]+\/)*words\/(?:[\w-]+\/)*english\.ts|screen\/words\/messages\/english|diagnosis\/words\/en\/|commands\/(?:[\w-]+-commands?|command-host|program|explore\/words|check\/check)\.ts|screen\/input\/(?:key|command)-table\.ts|commands\/check\/catalogue\/|diagnosis\/rows\/|scenario\/faults\/fault-kinds\.ts|exports\/format-names\.ts)/;

const wordsIn = (sentence) => sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’./:_=-]*|…/gu) ?? [];

/** Sentences of a text, each with its offset. */
const sentencesOf = (text) => {
	const found = [];
	for (const match of text.matchAll(/[^\n.!?]+(?:[.!?](?!\s|$)[^\n.!?]*)*(?:[.!?]+(?=\s|$)|\n|$)/g)) {
		const lead = match[0].length - match[0].trimStart().length;
		found.push({text: match[0].trim(), at: match.index + lead});
	}

	return found.filter(({text: sentence}) => wordsIn(sentence).length > 2);
};

/** The offences of a text. */
const offencesIn = (text, group) =>
	sentencesOf(text).flatMap(({text: sentence, at}) => {
		const most = longest[group];
		const long = wordsIn(sentence).length;
		return [
			...(group === 'docstrings' || group === 'comments' ? [...patterns, ...codePatterns] : patterns).flatMap(
				([pattern, instead]) => (pattern.test(sentence) ? [{sentence, at, rule: instead}] : []),
			),
			...(long > most ? [{sentence, at, rule: `${long} words; ${most} at most`}] : []),
		];
	});

const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;

const isText = (text) => /[a-z]{2,} [\p{L}\p{N}…"'(]+ /u.test(`${text} `) && !/^[\w.-]+\/[\w./-]+$/.test(text);

/** The strings of a module that are sentences: what stands between `${` and `}` becomes `…`. */
const stringsOf = (file) => {
	const found = [];
	const visit = (node) => {
		if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) {
			found.push({text: node.text, position: node.getStart()});
		} else if (isTemplateExpression(node)) {
			const text = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('…');
			found.push({text, position: node.getStart()});
		}

		// Keys of objects are words of the code.
		if (isPropertyAssignment(node)) {
			visit(node.initializer);
		} else {
			node.forEachChild(visit);
		}
	};

	visit(file);
	return found.filter(({text}) => isText(text));
};

/** Prose of Markdown: without code, generated parts, marks and the targets of links; lines stay where they are. */
const proseOf = (markdown) => {
	const blank = (text) => text.replaceAll(/[^\n]/g, ' ');
	return markdown
		.replaceAll(/```[\s\S]*?\n```/g, blank)
		.replaceAll(/<!--[\s\S]*?-->/g, blank)
		.replaceAll(/\]\([^)]*\)/g, blank)
		.replaceAll(/`[^`\n]*`/g, (code) => `…${' '.repeat(code.length - 1)}`)
		.replaceAll(/[*[\]]/g, '');
};

/** Paragraphs, items and cells: a sentence does not cross them. */
const piecesOf = (prose) => {
	const pieces = [];
	for (const match of prose.matchAll(/(?:(?!\n\s*\n|\n\s*(?:[-*#|]|\d+\. )|\|)[\s\S])+/g)) {
		pieces.push({
			text: match[0].replaceAll('\n', ' ').replace(/^\s*(?:[-*] |\d+\. |#+ )/, (mark) => ' '.repeat(mark.length)),
			at: match.index,
		});
	}

	return pieces;
};

/** All texts in a value of YAML. */
const textsIn = (value) =>
	typeof value === 'string'
		? [value]
		: Array.isArray(value)
			? value.flatMap((item) => textsIn(item))
			: value !== null && typeof value === 'object'
				? Object.entries(value).flatMap(([key, item]) =>
						['cel', 'kubectl', 'object', 'files', 'cluster', 'row', 'field', 'command'].includes(key)
							? []
							: textsIn(item),
					)
				: [];

const {values} = parseArgs({
	options: {
		list: {type: 'string'},
		lower: {type: 'boolean', default: false},
		project: {type: 'string', default: path.join(import.meta.dirname, '../..')},
	},
});
const root = values.project;
const read = (name) => readFileSync(path.join(root, name), 'utf8');
const filesUnder = (folder) => {
	try {
		return readdirSync(path.join(root, folder), {recursive: true, encoding: 'utf8'})
			.map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
			.sort();
	} catch {
		return [];
	}
};

const offences = [];
const add = (group, name, text, start, pieces) => {
	for (const {text: piece, at} of pieces) {
		for (const {sentence, rule, at: inside} of offencesIn(piece, group)) {
			offences.push({group, name, line: lineAt(text, start + at + inside), rule, sentence});
		}
	}
};

const documents = [
	'README.md',
	...filesUnder('source').filter((name) => /^source\/(?:[\w-]+\/)?README\.md$/.test(name)),
	'source/build/commands.md',
	'source/build/plain-english.md',
	...filesUnder('source/manual').filter((name) => name !== 'source/manual/README.md'),
	...filesUnder('.github'),
];
for (const name of documents.filter((file) => file.endsWith('.md') && existsSync(path.join(root, file)))) {
	const prose = proseOf(read(name));
	add('documents', name, prose, 0, piecesOf(prose));
}

for (const name of filesUnder('lessons').filter((file) => /\/(?:lesson|drill|chapters)\.yaml$/.test(file))) {
	const text = read(name);
	for (const piece of textsIn(parse(text)).filter((one) => isText(one))) {
		const at = Math.max(0, text.indexOf(piece.slice(0, 30)));
		add('lessons', name, text, at, [{text: piece.replaceAll('\n', ' '), at: 0}]);
	}
}

const api = new API({cwd: root});
try {
	const [project] = api.updateSnapshot({openProjects: [path.join(root, 'tsconfig.json')]}).getProjects();
	for (const full of project.rootFiles) {
		const name = path.relative(root, full).replaceAll(path.sep, '/');
		if (/\.generated\.tsx?$|\/plain-english\.test\.ts$/.test(name)) {
			continue;
		}

		const file = project.program.getSourceFile(full);
		for (const match of file.text.matchAll(/\/\*\*([\s\S]*?)\*\//g)) {
			const prose = match[1]
				.replaceAll(/^\s*\* ?/gm, '')
				.replaceAll(/`[^`\n]*`/g, '…')
				.replaceAll(/\{@\w+ [^}]*\}/g, '…');
			add(
				'docstrings',
				name,
				file.text,
				match.index,
				prose.split(/^\s*$|(?=@\w+ )/m).map((piece) => ({
					text: piece
						.trim()
						.replace(/^@\w+ /, '')
						.replaceAll('\n', ' '),
					at: 0,
				})),
			);
		}

		// Lines that are a comment and nothing else; of several in a row, one text.
		for (const match of file.text.matchAll(/^[ \t]*\/\/ [^\n]*(?:\n[ \t]*\/\/ [^\n]*)*/gm)) {
			const prose = match[0].replaceAll(/\n?[ \t]*\/\/ /g, ' ').replaceAll(/`[^`\n]*`/g, '…');
			add('comments', name, file.text, match.index, [{text: prose.trim(), at: 0}]);
		}

		if (screenFiles.test(name) && !name.endsWith('.test.ts')) {
			for (const {text, position} of stringsOf(file)) {
				add('screen', name, file.text, position, [{text, at: 0}]);
			}
		}
	}
} finally {
	api.close();
}

const ceilingsFile = path.join(root, 'source/build/plain-english.json');
const {ceilings, exceptions} = JSON.parse(readFileSync(ceilingsFile, 'utf8'));
const counted = offences.filter(({sentence}) => !Object.keys(exceptions).some((part) => sentence.includes(part)));
const groups = Object.keys(longest);
const numbers = Object.fromEntries(groups.map((group) => [group, counted.filter((one) => one.group === group).length]));

/** What is wrong with a number or its ceiling, if anything. */
const wrongWith = (group, lowest) => {
	const ceiling = ceilings[group];
	if (!Number.isInteger(ceiling)) {
		return `plain-english.json has no whole number for "${group}"`;
	}

	if (ceiling > lowest) {
		return `the ceiling was ${lowest} before: it can only fall`;
	}

	return numbers[group] > ceiling ? `${numbers[group] - ceiling} too many; --list ${group} shows them` : undefined;
};

if (values.list === undefined) {
	const lowest = lowestCommitted(root, ceilingsFile);
	for (const group of groups) {
		const wrong = wrongWith(group, lowest[group] ?? Infinity);
		console.log(
			`plain English, ${group}: ${numbers[group]}, ceiling ${ceilings[group]}${wrong === undefined ? '' : ` ← ${wrong}`}`,
		);
		process.exitCode = wrong === undefined ? process.exitCode : 1;
	}

	const unused = Object.keys(exceptions).filter((part) => !offences.some(({sentence}) => sentence.includes(part)));
	if (unused.length > 0) {
		console.log(`exceptions without an offence: ${unused.join(' | ')}`);
		process.exitCode = 1;
	}
} else {
	for (const {name, line, rule, sentence} of counted.filter(({group}) => group === values.list)) {
		console.log(`${name}:${line}  ${rule}\n    ${sentence}`);
	}
}

if (values.lower) {
	const lowered = Object.fromEntries(
		groups.map((group) => [group, Math.min(numbers[group], ceilings[group] ?? Infinity)]),
	);
	writeFileSync(ceilingsFile, `${JSON.stringify({ceilings: lowered, exceptions}, undefined, '\t')}\n`);
}
