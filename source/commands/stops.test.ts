import path from 'node:path';
import test from 'ava';
import {runCommand} from '../testing/command-line.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';

const folder = temporaryFolder();

/** A workload without end: more Pods than any cluster has room for. */
const storm = put(
	folder,
	'storm.yaml',
	`apiVersion: apps/v1
kind: Deployment
metadata: {name: storm}
spec:
  replicas: 2147483647
  selector: {matchLabels: {app: storm}}
  template:
    metadata: {labels: {app: storm}}
    spec: {containers: [{name: main, image: "nginx:1.27"}]}
`,
);
const to = path.join(folder, 'recording.yaml');

/** Every command that simulates without a limit. */
const commands: ReadonlyArray<readonly [words: readonly string[], said: RegExp]> = [
	[['run', storm], /ended after 700 stops, before it came to rest/],
	[['trace', storm], /ended after 700 stops, before it came to rest/],
	[['record', storm, '--to', to], /ended after 700 stops, before it came to rest/],
	[['export', storm, '--as', 'text'], /ended after 700 stops, before it came to rest/],
	[['explore', storm, '--seeds', '1', '--jobs', '1', '-o', 'jsonl'], /"still running after 700 stops"/],
	[
		['explore', storm, '--seeds', '1', '--jobs', '1', '-o', 'jsonl', '--fault', 'crash kube-scheduler at=0s'],
		/"still running after 700 stops"/,
	],
];

test('--stops bounds what is played of a recording: a longer one is refused before it is played', async (t) => {
	const pod = put(
		folder,
		'pod.yaml',
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: main, image: "nginx:1.27"}]}\n',
	);
	const short = path.join(folder, 'short.yaml');
	await runCommand(['record', pod, '--to', short]);
	for (const words of [
		['replay', '--check', short],
		['export', short, '--as', 'text'],
	]) {
		const {code, err} = await runCommand([...words, '--stops', '50']);
		t.is(code, 2);
		t.regex(err, /short\.yaml has \d{3} stops; the limit is 50\n.*raise it with --stops \d{3}, .* takes about 1 MB/);
		t.is((await runCommand([...words, '--stops', '5000'])).code, 0);
	}
});

for (const [words, said] of commands) {
	test(`--stops bounds ${words.filter((word) => !word.startsWith(folder)).join(' ')}`, async (t) => {
		const {out, err} = await runCommand([...words, '--stops', '700']);
		t.regex(`${out}${err}`.replaceAll(/\s+/g, ' '), said);
	});
}
