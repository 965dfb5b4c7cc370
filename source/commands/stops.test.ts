import {rmSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {put, runCommand, temporaryFolder} from '../testing/command-line.js';

const folder = temporaryFolder();
test.after.always(() => {
	rmSync(folder, {recursive: true});
});

/** More Pods than any cluster has room for: it goes on and on. */
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

/** Every command that simulates as far as it goes. */
const commands: ReadonlyArray<readonly [words: readonly string[], said: RegExp]> = [
	[['run', storm], /ended after 700 stops, before it came to rest/],
	[['trace', storm], /ended after 700 stops, before it came to rest/],
	[['record', storm, '--to', to], /ended after 700 stops, before it came to rest/],
	[['export', storm, '--as', 'text'], /ended after 700 stops, before it came to rest/],
	[['explore', storm, '--seeds', '1', '--jobs', '1', '-o', 'jsonl'], /"still at work after 700 stops"/],
	[
		['explore', storm, '--seeds', '1', '--jobs', '1', '-o', 'jsonl', '--fault', 'crash kube-scheduler at=0s'],
		/"still at work after 700 stops"/,
	],
];

for (const [words, said] of commands) {
	test(`--stops bounds ${words.filter((word) => !word.startsWith(folder)).join(' ')}`, async (t) => {
		const {out, err} = await runCommand([...words, '--stops', '700']);
		t.regex(`${out}${err}`.replaceAll(/\s+/g, ' '), said);
	});
}
