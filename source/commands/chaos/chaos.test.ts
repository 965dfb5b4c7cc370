import {readFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {Cluster} from '../../library/cluster.js';
import {Mistake} from '../../scenario/mistake.js';
import {runCommand} from '../../testing/command-line.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';
import {readRecording, replay} from '../replay.js';
import {chaos, type ChaosOptions} from './chaos.js';
import {readPlan, type GivenPlan} from './plan-file.js';
import type {RawRun} from './run.js';

/** A run of kubectl commands, which are the controller here: the second stops after a failure of the first. */
const kubectlRun = async (plan?: GivenPlan): Promise<RawRun> => {
	const cluster = Cluster.create({scenario: {nodes: [{name: 'node-a'}]}, seed: 7});
	for (const fault of plan?.faults ?? []) {
		cluster.fault(fault);
	}

	const first = cluster.kubectl('create configmap a');
	if (first.code === 0) {
		cluster.kubectl('create configmap b');
	}

	cluster.kubectl('create configmap c');
	cluster.rest();
	return {
		command: {code: 0, signal: undefined},
		isCut: false,
		tookMs: 1,
		ends: [],
		isAtRest: true,
		outputs: ['output'],
		recordings: [replay(readRecording(cluster.recording(), 'recording'))],
	};
};

const searching = (more: Partial<ChaosOptions> = {}) => {
	const runs: string[] = [];
	const said = {out: '', runs};
	const folder = path.join(temporaryFolder(), 'chaos');
	const options: ChaosOptions = {
		run: kubectlRun,
		clients: ['kubectl'],
		kinds: ['error'],
		canRestart: false,
		lagMs: 1000,
		budgetMs: 600_000,
		folder,
		output: 'text',
		language: 'en',
		write(text) {
			said.out += text;
		},
		progress(line) {
			said.runs.push(line);
		},
		repeat: (file) => `again ${path.basename(file)}`,
		nowMs: () => 0,
		...more,
	};
	return {said, folder, code: chaos(options)};
};

test('each place has its run; those that end otherwise are findings, with plan, output and both recordings', async (t) => {
	const {said, folder, code} = searching();
	t.is(await code, 1);
	const lines = said.out.replaceAll(folder, 'chaos').split('\n');
	t.deepEqual(lines.slice(0, 3), [
		'8 runs in 0 s: 3 of 3 faults at 3 places; the controller is kubectl',
		'3 findings: runs that end differently from the run without faults',
		'',
	]);
	t.deepEqual(lines.slice(3, 8), [
		'1. error at create configmaps default/a (the 1st create of configmaps by kubectl)',
		'   configmaps default/a: absent; undisturbed: present',
		'   configmaps default/b: absent; undisturbed: present',
		'   k8s-walkthrough replay chaos/finding-1/recording.yaml    then :compare undisturbed chaos',
		'   again plan.yaml',
	]);
	const file = path.join(folder, 'finding-1', 'recording.yaml');
	const {family} = readRecording(readFileSync(file, 'utf8'), file);
	t.is(family.future.name, 'chaos');
	t.deepEqual(
		family.futures.map(({name}) => name),
		['undisturbed'],
	);
	const plan = path.join(folder, 'finding-1', 'plan.yaml');
	t.deepEqual(readPlan(readFileSync(plan, 'utf8'), plan).faults, [
		'fail requests kubectl verb=create of=configmaps number=1 with=500',
	]);
	t.is(readFileSync(path.join(folder, 'finding-1', 'output.txt'), 'utf8'), 'output');
});

test('the runs and their order are the same each time', async (t) => {
	const [one, two] = [searching(), searching()];
	await Promise.all([one.code, two.code]);
	t.deepEqual(one.said.runs, two.said.runs);
});

test('a plan alone runs alone, the first finding may end the search, and json has it all', async (t) => {
	const plan = {says: 'mine', faults: ['fail requests kubectl verb=create of=configmaps number=3 with=500']};
	const alone = searching({plan, output: 'json'});
	t.is(await alone.code, 1);
	const {runs, findings}: {runs: number; findings: ReadonlyArray<{differences: unknown}>} = JSON.parse(alone.said.out);
	t.is(runs, 4);
	t.deepEqual(
		findings.map(({differences}) => differences),
		[[{what: 'configmaps default/c', before: 'present', after: 'absent'}]],
	);
	const first = searching({first: true});
	t.is(await first.code, 1);
	t.regex(first.said.out, /^4 runs in 0 s: 1 of 3 faults/);
});

test('faults that change nothing end with 0', async (t) => {
	const {said, code} = searching({kinds: ['lost'], run: async () => kubectlRun()});
	t.is(await code, 0);
	t.regex(said.out, /every run ends like the run without faults/);
});

test('Ctrl-C ends the search with what is known', async (t) => {
	const controller = new AbortController();
	let runs = 0;
	const {said, code} = searching({
		signal: controller.signal,
		async run(plan) {
			if (++runs === 5) {
				controller.abort();
			}

			return kubectlRun(plan);
		},
	});
	t.is(await code, 130);
	t.regex(said.out, /1 finding/);
	t.notRegex(said.out, /not in every run/);
	t.regex(said.out, /; interrupted\n/);
});

test('a budget that is used up begins no further run', async (t) => {
	let now = 0;
	const {said, code} = searching({budgetMs: 10, nowMs: () => (now += 6)});
	t.is(await code, 1);
	t.regex(said.out, /: 1 of 3 faults/);
});

test('a command that fails already, and a run without a controller, are mistakes', async (t) => {
	const failing = await t.throwsAsync(
		searching({
			run: async () => ({...(await kubectlRun()), command: {code: 3, signal: undefined}, outputs: ['a\nb\n']}),
		}).code,
		{instanceOf: Mistake},
	);
	t.is(failing.message, 'without faults, the command ends with 3: a / b');
	const idle = await t.throwsAsync(searching({clients: []}).code, {instanceOf: Mistake});
	t.is(idle.message, 'no client in the run writes and watches like a controller');
});

const plans = [
	['chaos: 2\nfaults: []\n', /^plan\.yaml:1:8 {2}this is a plan of version 2/],
	['chaos: 1\nfaults: [crush x]\n', /^plan\.yaml:2:10 {2}fault "crush x": there is no fault "crush"/],
	['chaos: 1\n', /faults/],
] as const;

for (const [text, expected] of plans) {
	test(`no plan: ${text.replaceAll('\n', ' ')}`, (t) => {
		const error = t.throws(() => readPlan(text, 'plan.yaml'));
		t.regex(String(error), expected);
	});
}

const program = (name: string): string => fileURLToPath(new URL(`../../testing/chaos/${name}.js`, import.meta.url));

const planted = [
	[
		'intermediate',
		'crash',
		[],
		/crash at patch configmaps default\/main .*\n {3}secrets default\/main-password: absent; undisturbed: present/,
	],
	['stale', 'stale', [], /stale at .*\n {3}configmaps default\/main-\*: \d+ objects; undisturbed: 2 objects/],
	[
		'unobserved',
		'unobserved',
		['delete'],
		/unobserved at .*\n {3}configmaps default\/main-0: present; undisturbed: absent/,
	],
] as const;

for (const [bug, kind, words, expected] of planted) {
	test(`the planted bug is found: ${bug}`, async (t) => {
		t.timeout(180_000);
		const search = async () =>
			runCommand([
				'chaos',
				'--faults',
				kind,
				'--first',
				'--settle',
				'800ms',
				'--lag',
				'2s',
				'--to',
				path.join(temporaryFolder(), 'chaos'),
				'--kubeconfig-for',
				`exec "${process.execPath}" "${program('planted')}" ${bug}`,
				'--',
				process.execPath,
				program('suite'),
				...words,
			]);
		// Real processes race on a real clock: a busy machine may let the moment of a fault pass.
		let found = await search();
		for (let more = 2; found.code === 0 && more > 0; more--) {
			found = await search();
		}

		t.is(found.code, 1, found.err + found.out);
		t.regex(found.out, expected);
	});
}

test('a program that is not there, and flags that exclude each other, are mistakes', async (t) => {
	const missing = await runCommand(['chaos', '--', 'no-such-program']);
	t.is(missing.code, 2);
	t.regex(missing.err, /"no-such-program" cannot be started/);
	const both = await runCommand(['chaos', '--assets', '--kubeconfig-for', 'x', '--', 'true']);
	t.is(both.code, 2);
	t.regex(both.err, /--assets and --kubeconfig-for cannot be combined/);
	const kind = await runCommand(['chaos', '--faults', 'crush', '--', 'true']);
	t.is(kind.code, 2);
	t.regex(kind.err, /Faults are crash, lost, conflict/);
});
