import {mkdirSync, readdirSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import type {Command} from 'commander';
import {packageFile} from '../kernel/node-platform.js';
import {splitWords} from '../kubectl/command-line/split-words.js';
import {runCommand} from '../testing/command-line.js';
import {checkPart, readDocument, readPage} from '../testing/documents.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';
import {createProgram} from './program.js';

const documents = [
	'README.md',
	...readdirSync(packageFile('source/manual/'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `source/manual/${name}`),
];

/** The command lines of this program in the shell blocks of a document: without remarks, variables before the command and output files. */
const linesOf = (document: string): readonly string[] =>
	[...readDocument(document).matchAll(/```sh\n([\s\S]*?)```/g)]
		.flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
		.map((line) =>
			line
				.replace(/(?:^| )#.*$/, '')
				.replace(/ &$| > \S+$/, '')
				.replace(/^npx /, '')
				.trim(),
		)
		.filter((line) => /^k8s-walkthrough\b/.test(line));

const quiet = {stdout() {}, stderr() {}, stdin: () => new Uint8Array(), screen: false};

/** The program whose commands only read their words. */
const reading = (): Command => {
	const program = createProgram(quiet, () => {});
	const still = (command: Command): void => {
		command.action(() => {}).exitOverride();
		for (const one of command.commands) {
			still(one);
		}
	};
	still(program);
	return program;
};

for (const document of documents.filter((name) => linesOf(name).length > 0)) {
	test(`every command line of ${document} is one that the program reads`, async (t) => {
		for (const line of linesOf(document)) {
			await t.notThrowsAsync(reading().parseAsync(splitWords(line).slice(1), {from: 'user'}), line);
		}
	});
}

const blockAfter = (topic: string, beginning: string): string =>
	new RegExp(`\`\`\`yaml\\n(${beginning}[\\s\\S]*?)\`\`\``).exec(readPage(topic))?.[1] ?? '';

const application = (name: string, image: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: 2
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: [{name: main, image: '${image}', ports: [{containerPort: 80}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {type: NodePort, selector: {app: ${name}}, ports: [{port: 80, nodePort: 30080}]}
`;

const big = `apiVersion: v1
kind: Pod
metadata: {name: big}
spec:
  containers:
    - name: big
      image: nginx:1.27
      resources: {requests: {cpu: "64"}}
`;

const folder = temporaryFolder();
for (const name of ['k8s', 'v1', 'v2']) {
	mkdirSync(path.join(folder, name));
	put(path.join(folder, name), 'web.yaml', application('web', name === 'v2' ? 'nginx:1.28' : 'nginx:1.27'));
}

put(
	folder,
	'web.yaml',
	'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: nginx:1.27}]}\n',
);
put(folder, 'shop.yaml', application('shop', 'nginx:1.27'));
put(folder, 'big.yaml', big);
put(folder, 'db.yaml', blockAfter('images', 'apiVersion: v1'));
put(folder, 'hook.yaml', blockAfter('scenarios', 'apiVersion: admissionregistration'));
put(folder, 'cluster.yaml', blockAfter('scenarios', 'admission:'));
// The configuration of the page stands under `kubeScheduler`; a file of its own has its fields at the top.
put(
	folder,
	'scheduler.yaml',
	`apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n${blockAfter('scenarios', 'kubeScheduler:').replace('kubeScheduler:\n', '').replaceAll(/^ {2}/gm, '')}`,
);

/** Files and folders that the examples name. */
const named = /^(?:(?:web|shop|big|db|hook|cluster|scheduler)\.yaml|(?:k8s|v1|v2)\/)$/;

const ran = async (line: string) =>
	runCommand(
		splitWords(line)
			.slice(1)
			.map((word) => (named.test(word) ? path.join(folder, word) : word)),
		'',
		80,
	);

/** How the examples end that do not end with 0, and words of their output. */
const ends: ReadonlyArray<readonly [words: RegExp, code: number, output: RegExp]> = [
	[/hook\.yaml/, 1, /admission webhook "check\.example\.com" denied the request: never/],
	[/crash kubelet/, 1, /web +1\/1 +Terminating/],
	[/db\.yaml/, 1, /Database is uninitialized[\s\S]*POSTGRES_PASSWORD/],
	[/--until/, 0, /kubelet\.status/],
	[/:packet/, 0, /arrives/],
	[/-o jsonl/, 0, /^\{/],
	[/--explain W012/, 0, /W012/],
	[/--list/, 0, /W012/],
];

const runs = [...new Set(documents.flatMap((document) => linesOf(document)))].filter(
	(line) => /^k8s-walkthrough (?:trace|check) /.test(line) && !/--from|--lang|--kubernetes/.test(line),
);

test('the examples of trace and check do what their pages say', async (t) => {
	t.true(runs.length >= 15);
	for (const line of runs) {
		const {code, out, err} = await ran(line);
		const [, expected, output] = ends.find(([words]) => words.test(line)) ?? [line, 0, /./];
		t.is(code, expected, `${line}\n${out.slice(-600)}${err}`);
		t.regex(out, output, line);
	}
});

test('the verdict of the front page and of the manual is how that trace ends', async (t) => {
	const {code, out} = await ran('k8s-walkthrough trace big.yaml');
	t.is(code, 1);
	const verdict = out
		.slice(out.lastIndexOf('stuck: pod/'), out.lastIndexOf('stuck: step'))
		.trim()
		.replace(/^( +field .*)\n +/m, '$1  ');
	const essence = (text: string): string => text.replaceAll(/#\d+|revision \d+/g, '#').replaceAll(/\s+/g, ' ');
	for (const document of ['README.md', 'source/manual/verdicts.md']) {
		checkPart(t, document, 'verdict', `\`\`\`\n${verdict.replaceAll(`${folder}${path.sep}`, '')}\n\`\`\``, essence);
	}
});
