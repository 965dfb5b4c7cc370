import {mkdirSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import type {Command} from 'commander';
import {splitWords} from '../kubectl/command-line/split-words.js';
import {runCommand} from '../testing/command-line.js';
import {checkPart} from '../testing/documents.js';
import {blockAfter, documents, exampleApplication, exampleLines, examplePod} from '../testing/manual-lines.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';
import {createProgram} from './program.js';

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

const linesOf = (document: string): readonly string[] => exampleLines(document).map(({words}) => words);

for (const document of documents.filter((name) => linesOf(name).length > 0)) {
	test(`every command line of ${document} is one that the program reads`, async (t) => {
		for (const line of linesOf(document)) {
			await t.notThrowsAsync(reading().parseAsync(splitWords(line).slice(1), {from: 'user'}), line);
		}
	});
}

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
	put(path.join(folder, name), 'web.yaml', exampleApplication('web', name === 'v2' ? 'nginx:1.28' : 'nginx:1.27'));
}

put(folder, 'web.yaml', examplePod);
put(folder, 'shop.yaml', exampleApplication('shop', 'nginx:1.27'));
put(folder, 'big.yaml', big);
put(folder, 'db.yaml', blockAfter('images', 'apiVersion: v1'));
put(folder, 'groups.yaml', blockAfter('autoscaling', '# groups.yaml'));
put(folder, 'kwok.yaml', blockAfter('kwok', '# kwok.yaml'));
put(folder, 'stage.yaml', blockAfter('kwok', '# stage.yaml'));
put(folder, 'hook.yaml', blockAfter('scenarios', 'apiVersion: admissionregistration'));
put(folder, 'cluster.yaml', blockAfter('scenarios', 'admission:'));
// The page has the configuration under `kubeScheduler`; a separate file has its fields at the top.
put(
	folder,
	'scheduler.yaml',
	`apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n${blockAfter('scenarios', 'kubeScheduler:').replace('kubeScheduler:\n', '').replaceAll(/^ {2}/gm, '')}`,
);

/** Files and folders that the examples name. */
const named = /^(?:(?:web|shop|big|db|hook|cluster|groups|kwok|stage|scheduler)\.yaml|(?:k8s|v1|v2)\/)$/;

const ran = async (line: string) =>
	runCommand(
		splitWords(line)
			.slice(1)
			.map((word) => (named.test(word) ? path.join(folder, word) : word)),
		'',
		80,
	);

/** The examples whose exit code is not 0, with words of their output. */
const ends: ReadonlyArray<readonly [words: RegExp, code: number, output: RegExp]> = [
	[/hook\.yaml/, 1, /admission webhook "check\.example\.com" denied the request: never/],
	[/crash kubelet/, 1, /web +1\/1 +Terminating/],
	[/db\.yaml/, 1, /Database is uninitialized[\s\S]*POSTGRES_PASSWORD/],
	[/--until/, 0, /^reached /m],
	[/:packet/, 0, /arrives/],
	[/stage\.yaml/, 0, /kwok-node-\d[\s\S]*Normal +Started +pod\/web/],
	[/-o jsonl/, 0, /^\{/],
	[/--explain W012/, 0, /W012/],
	[/--list/, 0, /W012/],
];

const runs = [...new Set(documents.flatMap((document) => linesOf(document)))].filter(
	(line) => /^k8s-walkthrough (?:trace|check) /.test(line) && !/--from|--lang|--kubernetes/.test(line),
);

/** Lines that `manual-programs.test.ts` runs as programs, in a folder with a dump. */
const programs =
	/^k8s-walkthrough (?:record|export|compare|explore|assets|web|drills|lessons|progress|run --from|exam$|serve|ctl|--lang ru trace|trace .*--from|check .*--kubernetes|replay session)/;

/** Lines that no test of examples runs, and why. */
const unrun: ReadonlyArray<readonly [line: RegExp, reason: string]> = [
	[/^k8s-walkthrough(?: --lang zh)?$/, 'the home screen needs a terminal: terminal/real-terminal.test.ts opens it'],
	[/^k8s-walkthrough run \w+\.yaml$/, 'the debugger needs a terminal: terminal/real-terminal.test.ts opens it'],
	[/^k8s-walkthrough (?:lesson|drill)\b/, 'the learner has to answer: lessons check plays all lessons and drills'],
	[/^k8s-walkthrough exam cka/, 'an exam needs a terminal: lessons/exams tests take and grade its tasks'],
	[/^k8s-walkthrough dap$/, 'an editor speaks with it until it leaves: commands/dap tests are that editor'],
	[/^k8s-walkthrough chaos /, 'the controller is in Go: commands/chaos/chaos.test.ts finds the same bug in TypeScript'],
	[/^k8s-walkthrough replay recordings\//, 'the recording is of a suite in Go: commands/envtest.test.ts records one'],
];

test('a test runs each example of the manual, or says why it cannot', (t) => {
	for (const line of documents.flatMap((document) => linesOf(document))) {
		t.true(
			runs.includes(line) || programs.test(line) || unrun.some(([pattern]) => pattern.test(line)),
			`no test runs ${line}`,
		);
	}

	for (const [pattern, reason] of unrun) {
		t.true(
			documents.some((document) => linesOf(document).some((line) => pattern.test(line))),
			`unused: ${reason}`,
		);
	}
});

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
