import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {chapterOf, listLength} from '../../classroom/heads.js';
import {packageFile} from '../../kernel/node-platform.js';
import {packageText} from '../../kernel/platform.js';
import {Mistake} from '../../scenario/mistake.js';
import {otherLanguages} from '../../stages/language-names.js';
import {versionsFile} from '../../screen/page-link.js';
import {version} from '../version.js';
import {languageOfChunk} from './chunk-language.js';
import {importedBy, joinedChunks, reached} from './joined-chunks.js';
import {standIn, withoutNode} from './node-modules.js';

/** The first chunk of the bundle in a page. */
const entry = 'page.js';

/** The chunk that third-party pages import: the library. */
const libraryEntry = 'cluster.js';

/** The chunk that the threads of a page run. */
const workerEntry = 'page-worker.js';

/** A chunk that loads another one for readers of its language; for all others its tables are missing. */
const onlyFor = (language: string, file: string, code: string): string => {
	const exported = /export\s*\{([^}]*)\};?\s*$/.exec(code)?.[1]?.split(',') ?? [];
	const names = exported.map(
		(part) =>
			part
				.trim()
				.split(/\s+as\s+/)
				.at(-1) ?? '',
	);
	return `const own=globalThis.pageLanguage===${JSON.stringify(language)}?await import("./${file}"):{};
${names.map((name, index) => `const own${index}=own.${name};\n`).join('')}export{${names.map((name, index) => `own${index} as ${name}`).join(',')}};
`;
};

/** The chunks of the bundle that a page runs, by name, with the modules of a page in place of Node's. */
const programOf = (
	bundle: URL,
): {readonly chunks: ReadonlyMap<string, string>; readonly first: ReadonlySet<string>} => {
	const chunks = new Map<string, string>();
	const nodes = new Map<string, Set<string>>();
	const tables = new Map<string, string>();
	const wanted = new Set([entry, libraryEntry, workerEntry]);
	for (const name of wanted) {
		const code = readFileSync(new URL(name, bundle), 'utf8');
		const {early, late} = importedBy(code);
		const language = languageOfChunk(code);
		const file = language === undefined ? name : name.replace('.js', `.${language}.js`);
		chunks.set(file, withoutNode(code, nodes));
		if (language !== undefined) {
			tables.set(name, file);
			chunks.set(name, onlyFor(language, file, code));
		}

		for (const other of [...early, ...late]) {
			wanted.add(other);
		}
	}

	for (const [name, names] of nodes) {
		chunks.set(name, standIn(name, names));
	}

	const page = importedBy(chunks.get(entry) ?? '').late;
	const joined = joinedChunks(chunks, {
		apart: [entry, libraryEntry, workerEntry],
		of: page,
		also: [libraryEntry, workerEntry].flatMap((name) => importedBy(chunks.get(name) ?? '').late),
		waits: tables,
	});
	return {chunks: joined, first: reached(joined, [entry, ...page])};
};

/** Texts of the package as one file of JSON: path → text. */
const packed = (paths: readonly string[]): string =>
	JSON.stringify(Object.fromEntries(paths.map((path) => [path, packageText(path)])));

/** All files below a folder of the package, as paths from the package's folder. */
const filesBelow = (folder: string): readonly string[] =>
	readdirSync(packageFile(`${folder}/`))
		.toSorted()
		.flatMap((name) =>
			statSync(packageFile(`${folder}/${name}`)).isDirectory()
				? filesBelow(`${folder}/${name}`)
				: [`${folder}/${name}`],
		);

/** Whether a file has the text of a lesson after the first chapter. */
const isLater = (path: string): boolean => {
	const [, name = ''] = /^lessons\/([^/]+)\/lesson\.yaml$/.exec(path) ?? [];
	return chapterOf(name) > 0;
};

/** The first text of a file of the course. Of a later lesson, the home screen shows only its head and number of steps. */
const firstText = (path: string): string => {
	const text = packageText(path) ?? '';
	const [head = ''] = text.split(/^steps:/m);
	return isLater(path) ? `${head}steps:\n${'  - {}\n'.repeat(listLength(text, 'steps'))}` : text;
};

/** The data that a page loads, by name: facts for every run, lessons by language. */
const dataFiles = (): ReadonlyMap<string, string> => {
	const all = filesBelow('lessons');
	const isExam = (path: string): boolean => path.startsWith('lessons/exams/');
	const lessons = all.filter((path) => !isExam(path));
	const exams = all.filter((path) => isExam(path));
	const languageIn = (path: string): string => /\.(\w+)\.yaml$/.exec(path)?.[1] ?? 'en';
	const english = lessons.filter((path) => languageIn(path) === 'en');
	const isDrill = (path: string): boolean => path.startsWith('lessons/drills/');
	const course = english.filter((path) => !isDrill(path));
	return new Map([
		[
			'data/facts.json',
			packed([
				...['api-facts', 'fresh-cluster', 'kubectl-facts'].map((name) => `snapshots/cluster/${name}.json.gz`),
				'dist/images.generated.json',
			]),
		],
		['data/descriptions.json', packed(['dist/descriptions.generated.json'])],
		['data/lessons.json', JSON.stringify(Object.fromEntries(course.map((path) => [path, firstText(path)])))],
		// They are loaded when the page is open.
		[
			'data/more-facts.json',
			packed(['dist/descriptions-of-others.generated.json', 'snapshots/cluster/protobuf-facts.json.gz']),
		],
		['data/course.json', packed(course.filter((path) => isLater(path)))],
		['data/drills.json', packed(english.filter((path) => isDrill(path)))],
		['data/exams.json', packed(exams.filter((path) => languageIn(path) === 'en'))],
		['data/manual.json', packed(filesBelow('source/manual'))],
		...otherLanguages.flatMap((language) =>
			Object.entries({lessons, exams}).map(
				([name, paths]) =>
					[`data/${name}.${language}.json`, packed(paths.filter((path) => languageIn(path) === language))] as const,
			),
		),
	]);
};

/** The data that a page loads before its program begins, in every language. */
const firstData = ['data/facts.json', 'data/descriptions.json', 'data/lessons.json'];

/** A page as a folder of files, by path. */
export interface PageFiles {
	readonly files: ReadonlyMap<string, string>;
	/** The paths that are loaded before the first lesson in English can be seen. */
	readonly first: readonly string[];
}

/**
The page as a folder of files for any static server.

@throws {Mistake} when the program was not built
*/
export const pageFiles = (): PageFiles => {
	const bundle = packageFile('dist/bundle/');
	if (!existsSync(new URL(entry, bundle))) {
		throw new Mistake('the page is not built', {file: fileURLToPath(bundle)}, 'npm run build');
	}

	const {chunks, first} = programOf(bundle);
	const statics = new URL('page/', bundle);
	const files = new Map<string, string>([...chunks, ...dataFiles()]);
	for (const name of readdirSync(statics)) {
		files.set(name, readFileSync(new URL(name, statics), 'utf8'));
	}

	files.set(versionsFile, '[]');
	files.set('LICENSES.txt', readFileSync(new URL('LICENSES.txt', bundle), 'utf8'));
	const preload = [...first]
		.filter((name) => name !== entry)
		.map((name) => `<link rel="modulepreload" href="${name}">`)
		// Data arrives beside the program, not after it.
		.concat(firstData.map((name) => `<link rel="preload" as="fetch" crossorigin href="${name}">`))
		.join('\n');
	files.set(
		'index.html',
		(files.get('index.html') ?? '').replace('<!-- preload -->', preload).replace('VERSION', version()),
	);
	const hash = createHash('sha256');
	for (const [name, text] of files) {
		hash.update(`${name}\0${text}\0`);
	}

	// Files of other languages are kept when they are first read.
	const kept = [...files.keys()].filter(
		(name) => !/^(?:sw\.js|LICENSES\.txt|versions\.json)$|\.(?:zh|ru)\.\w+$/.test(name),
	);
	files.set(
		'sw.js',
		(files.get('sw.js') ?? '')
			.replace('VERSION', `${version()}-${hash.digest('hex').slice(0, 12)}`)
			.replace('FILES', JSON.stringify(['./', ...kept])),
	);
	return {files, first: ['index.html', 'page.css', ...firstData, ...first]};
};
