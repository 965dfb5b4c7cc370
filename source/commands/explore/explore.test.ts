import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {replicaSet} from '../../controllers/replica-set/replica-set.js';
import type {Controller} from '../../controllers/controller.js';
import {memoised} from '../../kernel/memoised.js';
import {completeScenario} from '../../scenario/scenario.js';
import {runCommand} from '../../testing/command-line.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import {must} from '../../testing/must.js';
import {manifestsOf} from '../manifests.js';
import {experimentOf, trialOf, type Experiment} from './experiment.js';
import {doJob, type Job} from './job.js';

const folder = temporaryFolder();
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: 'nginx:1.27'}]}
`;
const web = put(folder, 'web.yaml', deployment);
const common = [web, '--vary', 'deployment/web spec.replicas=1,3', '--vary', 'cri.StartContainer=0..1s'];

test('the output depends on the seeds alone, and not on how many threads work', async (t) => {
	const words = ['explore', ...common, '--seeds', '4', '--seed', '3', '--faults', '2', '--ask', 'Pods', '-o', 'jsonl'];
	const one = await runCommand([...words, '--jobs', '1']);
	t.is(one.err, '');
	const lines = one.out.trimEnd().split('\n');
	t.is(lines.length, 5);
	t.like(JSON.parse(lines[0] ?? ''), {seed: 3, verdict: 'done', end: 1});
	t.deepEqual(await runCommand([...words, '--jobs', '2']), one);
});

test('a report has the spread of each answer, and how it depends on what is varied', async (t) => {
	const asked = ['--ask', 'deployment/web: object.status.readyReplicas', '--ask', 'verdict'];
	const {out, code} = await runCommand(['explore', ...common, ...asked, '--seeds', '6', '--jobs', '1']);
	t.is(code, 0);
	t.regex(out, /^6 runs, \d+ stops\n/);
	t.regex(out, /\n {2}min 1 {2}p5 1 {2}median \d {2}p95 3 {2}max 3\n {2}1 {2}█+ \d\n {2}2 {3}0\n {2}3 {2}█+ \d\n/);
	t.regex(out, /\nverdict\n {2}done {2}█{32} 6\n/);
	t.regex(out, /\nby deployment\/web spec.replicas: .*\n.*\n +1 +\d +1 +1 +1\n +3 +\d +3 +3 +3\n/);
	t.regex(out, /\n2 different ends\n/);
});

const twoRuns = ['explore', ...common, '--ask', 'Pods', '--seeds', '2', '--jobs', '1'];
const inEnglish = memoised(async (output: string) => runCommand([...twoRuns, '-o', output]), 2);

for (const [language, head, by] of [
	[
		'zh',
		/^2 次运行，\d+ 个停点\n/,
		/\n按 deployment\/web spec.replicas：Pods\n +值 {2}次数 {2}中位数 {2}p95 {2}最大\n +1 /,
	],
	[
		'ru',
		/^2 прогона, \d+ останов/,
		/\nпо deployment\/web spec.replicas: Pods\n +значение {2}прогонов {2}медиана {2}p95 {2}макс\.\n/,
	],
] as const) {
	test(`a report in ${language} has the figures of the English one, and what programs read is the same`, async (t) => {
		const {out} = await runCommand(['--lang', language, ...twoRuns]);
		t.regex(out, head);
		t.regex(out, by);
		const figures = (text: string): readonly string[] => text.match(/\d+/g) ?? [];
		t.deepEqual(figures(out).toSorted(), figures((await inEnglish('text')).out).toSorted());
		t.deepEqual(await runCommand(['--lang', language, ...twoRuns, '-o', 'jsonl']), await inEnglish('jsonl'));
	});
}

test('the smallest run of each end is a recording that replay takes', async (t) => {
	const to = path.join(folder, 'ends');
	const vary = ['--vary', 'deployment/web spec.template.spec.containers[0].image=nginx:1.27,nginx:none'];
	const fault = ['--fault', 'crash kube-scheduler at=0..2s', '--for', '20s'];
	const {out} = await runCommand(['explore', web, ...vary, ...fault, '--seeds', '2', '--jobs', '1', '--to', to]);
	t.deepEqual(readdirSync(to), ['end-1.yaml', 'end-2.yaml']);
	t.regex(out, /at of crash kube-scheduler/);
	for (const name of readdirSync(to)) {
		const file = path.join(to, name);
		t.true(out.includes(file));
		t.regex((await runCommand(['replay', file, '--check'])).out, /^✓ /);
	}

	t.true(readFileSync(path.join(to, 'end-2.yaml'), 'utf8').includes('nginx:'));
});

const wrong: ReadonlyArray<readonly [words: readonly string[], message: RegExp]> = [
	[['--ask', 'requests lots'], /this is not a question\n {2}did you mean "requests lost"\?/],
	[['--ask', 'deployment/web: object.('], /--ask "deployment\/web: object.\("/],
	[['--ask', 'thing/web: object.spec'], /there is no resource "thing"/],
	[
		['--vary', 'deployment/wbe spec.replicas=1..3'],
		/the files have no deployment\/wbe\n {2}did you mean deployment\/web\?/,
	],
	[['--vary', 'deployment/web spec.template.spec.containers[3].image=a'], /cannot be set/],
	[
		['--vary', 'deployment/web spec.replcias=1..3'],
		/Deployment has no field spec.replcias\n {2}did you mean spec.replicas\?/,
	],
	[
		['--vary', 'deployment/web spec.template.spec.containers[0].imagee=a,b'],
		/did you mean spec.template.spec.containers.0.image\?/,
	],
	[['--vary', 'deployment/web spec.zzz=1'], /kubectl explain deployment.spec lists the fields/],
	[['--vary', 'pause=1', '--vary', 'pause=2'], /pause is varied twice/],
	[['--fault', 'crush kube-scheduler'], /did you mean "crash"/],
	[['--fault', 'crash kube-sheduler'], /no process is called kube-sheduler\n {2}did you mean kube-scheduler\?/],
	[['--fault', 'crash kube-scheduler at=soon'], /at=soon is not a positive duration/],
	[['--then', ':packet a b'], /not part of a run/],
	[['--fault', 'fail requests kubelet/node-z at=0..1s'], /no client is called kubelet\/node-z/],
	[['--traffic', 'web'], /arguments of :traffic are missing or wrong/],
	[['--seeds', '0'], /The number of seeds is a whole number from 1/],
	[['-o', 'yaml'], /Allowed choices are text, jsonl/],
];

for (const [words, message] of wrong) {
	test(`explore ${words.join(' ')} is a mistake`, async (t) => {
		const {code, out, err} = await runCommand(['explore', web, '--seeds', '1', '--jobs', '1', ...words]);
		t.is(code, 2);
		t.is(out, '');
		t.regex(err, message);
		t.notRegex(err, /\n\s+at /);
	});
}

test('help lists what can be varied and asked', async (t) => {
	const {out} = await runCommand(['explore', '--help']);
	for (const word of ['kube-proxy.sync', 'spec.replicas=1..5', 'requests lost', 'time to Ready', 'deletion']) {
		t.true(out.includes(word), word);
	}
});

test('deletion names the smallest preStop with which no request is lost', async (t) => {
	const {out, code} = await runCommand(['explore', 'deletion', '--seeds', '12', '--jobs', '1', '--vary', 'etcd.txn=2']);
	t.is(code, 0);
	t.regex(out, /\n {2}smallest value with no requests lost: [123] \(none in the \d+ runs/);
	t.regex(out, /\n2 different ends\n/);
});

test('random faults on what a cluster does not have do not happen', async (t) => {
	const words = ['--vary', 'nodes=1,2', '--faults', '30', '--ask', 'diagnosis', '--seeds', '4', '--jobs', '1'];
	const {err, out} = await runCommand(['explore', web, ...words]);
	t.is(err, '');
	t.regex(out, /^4 runs, /);
});

test('an end that kubectl refused says what it said; a varied name is that of the object', async (t) => {
	const less = await runCommand([
		'explore',
		web,
		'--vary',
		'deployment/web spec.replicas=-1',
		'--seeds',
		'1',
		'--jobs',
		'1',
	]);
	t.is(less.code, 1);
	t.regex(less.out, /refused; .*spec.replicas: Invalid value: -1/);
	const named = await runCommand([
		'explore',
		web,
		'--vary',
		'deployment/web metadata.name=a,b',
		'--seeds',
		'2',
		'--jobs',
		'1',
	]);
	t.is(named.code, 0);
	t.regex(named.out, /deployment\/default\/a 2\/2 ready/);
});

test('a folder that cannot be written to is a mistake before anything runs', async (t) => {
	const {code, out, err} = await runCommand(['explore', web, '--to', path.join(web, 'ends')]);
	t.deepEqual([code, out], [2, '']);
	t.regex(err, /web.yaml/);
});

/** The first of these seeds whose run has this end. */
const firstOf = (experiment: Experiment, verdict: string, seeds: Iterable<number>): Job | undefined => {
	for (const seed of seeds) {
		const trial = trialOf(experiment, seed);
		const found = doJob({experiment, trial});
		if ('outcome' in found && found.outcome.verdict === verdict) {
			return {experiment, trial, like: found.outcome};
		}
	}

	return undefined;
};

test.serial(
	'a controller that does not try again after an error is found by random faults, and one of them is enough',
	(t) => {
		const experiment = experimentOf(completeScenario(), manifestsOf({'web.yaml': deployment}), {
			faults: 20,
			ask: ['verdict'],
		});
		const {build} = replicaSet;
		const careless: Pick<Controller, 'build'> = {
			build(tools) {
				const parts = build(tools);
				return {
					...parts,
					*sync(key) {
						try {
							yield* parts.sync(key);
						} catch {
							// The key is not put back into the queue.
						}
					},
				};
			},
		};
		Object.assign(replicaSet, careless);
		try {
			// The seed that stalled when this was written is tried first; the others are tried only if it no longer stalls.
			const job = must(firstOf(experiment, 'stuck', [26, ...Array(60).keys()]), 'run that stalls');
			t.is(job.like?.mishaps.length, 20);
			const found = doJob(job);
			t.true('outcome' in found && found.outcome.verdict === 'stuck' && found.outcome.mishaps.length < 10);
			t.is('outcome' in found ? found.outcome.mishaps.length : 0, 1);
		} finally {
			Object.assign(replicaSet, {build});
		}
	},
);
