import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {formatNames} from '../exports/format-names.js';
import {runCommand} from '../testing/command-line.js';
import {readPage} from '../testing/documents.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';
import {splitWords} from '../kubectl/command-line/split-words.js';
import {hostilePod} from '../testing/exported-run.js';

const folder = temporaryFolder();
const pod = put(folder, 'web.yaml', hostilePod);
const recorded = path.join(folder, 'web.recording.yaml');
const recording = runCommand(['record', pod, '--to', recorded]);

/** Runs `export` once the recording is there. */
const runExport = async (...words: readonly string[]) => {
	await recording;
	return runCommand(['export', ...words]);
};

const until = ['--until', 'scheduler.select'];

for (const format of formatNames) {
	test(`${format}: a file has the same bytes as standard output`, async (t) => {
		const {code, out, err} = await runExport(recorded, '--as', format, ...until);
		t.is(code, 0);
		t.is(err, '');
		t.true(out.length > 500);
		const file = path.join(folder, `run.${format}`);
		const quiet = await runExport(recorded, '--as', format, ...until, '--to', file);
		t.deepEqual(quiet, {code: 0, out: '', err: ''});
		t.is(readFileSync(file, 'utf8'), out);
	});
}

test('manifests and their recording are told alike', async (t) => {
	const {out} = await runExport(pod, '--as', 'text');
	t.is((await runExport(recorded, '--as', 'text')).out, out);
});

test('a stretch lies between two places, and an object can be followed in it', async (t) => {
	const {out} = await runExport(
		pod,
		'--as',
		'text',
		'--from',
		'scheduler.queue',
		'--until',
		'time=+3s',
		'--follow',
		'pod/web',
	);
	const stages = [...out.matchAll(/^ {2}#\d+ +\S+ +(\S+)/gm)].map(([, stage]) => stage);
	t.is(stages[0], 'scheduler.queue');
	t.true(stages.includes('kubelet.pull'));
	t.false(stages.includes('event.record'));
	t.false(stages.includes('cri.CreateContainer'), 'the pull ends after three seconds');
});

test('what was left out is said on standard error, with how to choose', async (t) => {
	const {out, err} = await runExport(pod, '--as', 'mermaid', '--then', 'delete pod web', '--until', 'time=+1m');
	t.regex(
		err,
		/^only the first 150 of \d+ messages are here; .*: --from and --until select a stretch; --follow keeps one object\n$/,
	);
	t.regex(out, /only the first 150 of \d+ messages are here/);
});

test('a run that is ended for its length says so, and is exported as far as it got', async (t) => {
	const {code, out, err} = await runExport(pod, '--as', 'text', '--stops', '50');
	t.is(code, 0);
	t.regex(err, /^ended after 50 stops, before it came to rest: /);
	t.regex(out, /^kubectl apply .*\n50 stops, /);
});

const wrong: ReadonlyArray<readonly [words: readonly string[], message: RegExp]> = [
	[[pod], /required option '--as <format>' not specified/],
	[[pod, '--as', 'pdf'], /argument 'pdf' is invalid. Allowed choices are text, md, mermaid,/],
	[[pod, '--as', 'md', '--from', 'scheduler.bnd'], /there is no stage "scheduler.bnd"; did you mean scheduler.bind\?/],
	[
		[pod, '--as', 'md', '--until', 'scheduler.postfilter'],
		/^--until "scheduler.postfilter": the run does not reach this place/,
	],
	[[pod, '--as', 'md', '--follow', 'pdo/web'], /^--follow "pdo\/web": there is no resource "pdo"/],
	[[pod, '--as', 'md', '--follow', 'pod/api'], /^this stretch has no stops about pod\/api\n/],
	[[pod, '--as', 'md', '--from', 'time=+30s'], /^this stretch has no stops except those of periodic work\n/],
	[[path.join(folder, 'none.yaml'), '--as', 'md'], /none.yaml {2}no such file or folder/],
	[[recorded, '--as', 'md', '--seed', '3'], /--seed sets how manifests run, but this is a recording/],
	[[pod, '--as', 'md', '--to', path.join(folder, 'none', 'run.md')], /no such file or folder/],
	[[pod, '--as', 'md', '--to', folder], /this is a folder/],
];

for (const [words, message] of wrong) {
	test(`export ${words.map((word) => path.basename(word)).join(' ')} is answered with what is wrong`, async (t) => {
		const {code, out, err} = await runExport(...words);
		t.is(code, 2);
		t.is(out, '');
		t.regex(err, message);
		t.notRegex(err, /^\s+at /m);
	});
}

test('the examples of the manual run', async (t) => {
	const lines = [...readPage('export').matchAll(/^k8s-walkthrough export (web\.yaml .*)$/gm)].map(([, words = '']) =>
		splitWords(words),
	);
	t.true(lines.length > 5);
	for (const words of lines) {
		const inFolder = words.map((word, index) =>
			word === 'web.yaml' ? pod : words[index - 1] === '--to' ? path.join(folder, word) : word,
		);
		// eslint-disable-next-line no-await-in-loop
		const {code, err} = await runExport(...inFolder);
		t.is(code, 0, `${words.join(' ')}: ${err}`);
	}
});
