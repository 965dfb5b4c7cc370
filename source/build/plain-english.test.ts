import {spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {temporaryFolder} from '../testing/temporary-folder.js';

const script = fileURLToPath(new URL('../../source/build/plain-english.mjs', import.meta.url));

const sentences = `/** What it needs is told to nobody. */
// The one that nobody reads comes first.
export const cluster = {
	bad: 'Nobody answers this request.',
	good: 'No server answers this request.',
	long: '${Array.from({length: 26}, () => 'word').join(' ')}.',
	built: (name: string) => \`Claim \${name} is taken to exist.\`,
};
`;

/** A project with these ceilings and exceptions, and the script's output for it. */
const answer = (ceilings: object, exceptions: object, ...flags: readonly string[]) => {
	const folder = temporaryFolder();
	const put = (name: string, text: string) => {
		mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
		writeFileSync(path.join(folder, name), text);
	};

	put('tsconfig.json', '{"compilerOptions": {"noLib": true}, "include": ["source"]}');
	put('source/stages/en/cluster.ts', sentences);
	put('README.md', '# Title\n\nWhoever reads this, reads on.\n\n```sh\nnobody knows this\n```\n');
	put('lessons/01-x/lesson.yaml', 'title: A title of three\nsteps:\n  - say: The Pod is told what to do.\n');
	put('source/build/plain-english.json', JSON.stringify({ceilings, exceptions}));
	const {status, stdout} = spawnSync(process.execPath, [script, '--project', folder, ...flags], {encoding: 'utf8'});
	return {status, stdout};
};

test('offences are counted by group, and fail above a ceiling', (t) => {
	const exact = {screen: 3, documents: 1, lessons: 1, docstrings: 4, comments: 2};
	const {status, stdout} = answer(exact, {});
	t.is(status, 0, stdout);
	t.regex(
		stdout,
		/screen: 3, ceiling 3\n.*documents: 1, ceiling 1\n.*lessons: 1, ceiling 1\n.*docstrings: 4, ceiling 4\n.*comments: 2, ceiling 2\n/,
	);
	t.is(answer({...exact, screen: 2}, {}).status, 1);
});

test('an offence is listed with its place, its rule and its sentence', (t) => {
	const {stdout} = answer({}, {}, '--list', 'screen');
	t.regex(
		stdout,
		/^source\/stages\/en\/cluster\.ts:4 {2}name the component or the reader\n {4}Nobody answers this request\.$/m,
	);
	t.regex(stdout, /cluster\.ts:6 {2}26 words; 25 at most/);
	t.regex(stdout, /cluster\.ts:7 .*\n {4}Claim … is taken to exist\./);
	t.notRegex(stdout, /No server/);
});

test('an exception counts no longer, and one without an offence is an error', (t) => {
	const ceilings = {screen: 2, documents: 1, lessons: 1, docstrings: 4, comments: 2};
	t.is(answer(ceilings, {'Nobody answers': 'a quotation'}).status, 0);
	t.regex(
		answer({...ceilings, screen: 3}, {'no such text': 'none'}).stdout,
		/exceptions without an offence: no such text/,
	);
});
