import test from 'ava';
import {createCluster} from '../../cluster.js';
import {Recording} from '../../debugger/recording.js';
import {Fingerprint} from '../../kernel/fingerprint.js';
import {Ledger} from '../../kernel/ledger.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {completeScenario} from '../../scenario/scenario.js';
import {commandOf, differences, judge, minimise, selected, wholeOf} from './campaign.js';
import {behindMs, stemOf} from './end-state.js';
import {planOf, type Plan} from './plan.js';
import {run} from './run.js';

/**
The seeds of a short campaign, including worlds with rarities; a long campaign is `npm run simulate -- --seeds N`. Seeds above 1000 have
found a mistake before.
*/
for (const seed of [0, 25, 50, 75, 100, 125, 175, 275, 325, 3057, 6324, 6788, 11_372, 17_105, 20_425, 23_637, 89_733]) {
	test(`campaign: seed ${seed} comes to the same end with and without faults`, (t) => {
		t.deepEqual(judge(planOf(seed)).problems, [], `repeat it with: npm run simulate -- --seed ${seed}`);
	});
}

for (const seed of [8, 6789]) {
	test(`campaign: seed ${seed} comes to the same whether its stops are kept or not`, (t) => {
		// Only a run that keeps its stops has a recording.
		const [forgotten, kept] = [false, true].map((repeats) => {
			const {recording: _recording, ...ending} = run(planOf(seed), [], {readsStart: true, repeats});
			return ending;
		});
		t.true((forgotten?.stops ?? 0) > 3000);
		t.deepEqual(forgotten, kept);
	});
}

test('a cluster that keeps no history makes the same stops', (t) => {
	const {scenario, commands, faults} = planOf(31);
	const [forgotten, kept] = [false, true].map((keepsHistory) => {
		const recording = new Recording(completeScenario(scenario), (complete) => createCluster(complete, {keepsHistory}));
		const fingerprint = new Fingerprint();
		const until = (ms: number): void => {
			for (let stop; (stop = recording.extend(ms));) {
				fingerprint.mix(stop);
			}
		};
		until(10_000);
		commands.forEach((command, index) => {
			recording.submit(command);
			until(100_000 * (index + 1));
			for (const {begin, end} of faults.filter((fault) => fault.command === index)) {
				recording.submit(begin);
				until(100_000 * (index + 1) + 20_000);
				if (end) {
					recording.submit(end);
				}
			}
		});
		until(500_000);
		return [recording.stops.length, fingerprint.text];
	});
	t.deepEqual(forgotten, kept);
});

test('what stops say is read: a word that no stop should say is a problem', (t) => {
	const plan = {...lone, commands: [{kubectl: 'get pod undefined', files: {}}], faults: []};
	t.regex(judge(plan).problems.join('\n'), /^#\d+ \S+ says: .*undefined/m);
});

test('a plan follows from its seed, and a part of it is named by a command', (t) => {
	t.deepEqual(planOf(7), planOf(7));
	t.notDeepEqual(planOf(7), planOf(8));
	const whole = wholeOf(planOf(7));
	t.deepEqual(selected(7, whole), planOf(7));
	t.is(commandOf(7, {commands: [0, 2], faults: []}), 'npm run simulate -- --seed 7 --commands 0,2 --faults none');
	const part = selected(7, {commands: [2], faults: whole.faults});
	t.deepEqual(
		part.faults.map(({command}) => command),
		planOf(7).faults.flatMap(({command}) => (command === 2 ? [0] : [])),
	);
});

test('what fails with faults is made smaller only as far as it fails because of them', (t) => {
	const seed = 37_239;
	const judged = ({commands, faults}: Plan) => ({
		problems: commands.length < 2 ? ['without faults:', 'a command fails'] : faults.length > 0 ? ['a Pod is gone'] : [],
		stops: 0,
	});
	t.deepEqual(minimise(seed, judged), {commands: [0, 1], faults: [0]});
});

test('the name of a Pod is compared without the hash of its template, however short, and without the time of its CronJob', (t) => {
	const names = [
		['shop-67f76fd-', '67f76fd'],
		['shop-7c5ddbdf54-', '7c5ddbdf54'],
		['tick-29340000-', undefined],
		['agent-', undefined],
	] as const;
	t.deepEqual(
		names.map(([generateName, hash]) =>
			stemOf({metadata: {name: 'a', generateName, labels: hash ? {'pod-template-hash': hash} : {}}} as unknown as Pod),
		),
		['shop-', 'shop-', 'tick-', 'agent-'],
	);
});

test('a run is looked at when what has failed was tried again, however long its queue waits', (t) => {
	const ledger = new Ledger();
	t.is(behindMs(ledger, 1000), 0);
	const queue = {delayed: {'default/agent': 184_000, 'default/later': 999_000}, failures: {'default/agent': 16}};
	ledger.write('/components/controller-manager/daemonset/queue', queue);
	t.is(behindMs(ledger, 1000), 183_000);
});

test('an end with one more of two equal lines is another end', (t) => {
	t.deepEqual(differences(['a Pod', 'a Pod', 'a Job'], ['a Job', 'a Pod', 'a Pod']), []);
	t.deepEqual(differences(['a Pod', 'a Pod'], ['a Pod', 'a Job']), ['- a Pod', '+ a Job']);
	t.deepEqual(differences(['a Pod'], ['a Pod', 'a Pod']), ['+ a Pod']);
});

/** A Pod alone, and how it is applied. */
const lone: Plan = {
	seed: 1,
	scenario: {nodes: [{name: 'node-a'}]},
	commands: [
		{
			kubectl: 'apply -f pod.yaml',
			files: {
				'pod.yaml':
					'apiVersion: v1\nkind: Pod\nmetadata: {name: lone}\nspec: {containers: [{name: main, image: "nginx:1.27"}]}\n',
			},
		},
	],
	faults: [
		{
			command: 0,
			afterStops: 5,
			begin: {fault: 'crash kube-scheduler'},
			downStops: 0,
			downMs: 1_000_000,
			end: {fault: 'restart kube-scheduler'},
		},
	],
};

test('a long outage leaves no trace', (t) => {
	t.deepEqual(judge(lone).problems, []);
});

test('a command that fails without a fault is a problem', (t) => {
	const plan = {...lone, commands: [{kubectl: 'get pod nobody'}], faults: []};
	t.deepEqual(judge(plan).problems, ['without faults:', 'kubectl get pod nobody fails']);
});

test('what stays of a Pod, a Job or a node that was deleted is a problem', (t) => {
	const held = {...lone, faults: [], commands: [...lone.commands, {kubectl: 'delete pod lone --wait=false'}]};
	const files = Object.fromEntries(
		Object.entries(lone.commands[0]?.files ?? {}).map(([name, text]) => [
			name,
			text.replace('{name: lone}', '{name: lone, finalizers: [example.test/hold]}'),
		]),
	);
	const commands = held.commands.map((command) => ('files' in command ? {...command, files} : command));
	t.deepEqual(judge({...held, commands}).problems, [
		'without faults:',
		'Pod lone is still being deleted, with ["example.test/hold"]',
	]);
	t.deepEqual(judge(held).problems, []);
});

test('a fault on a process that does not exist is a problem', (t) => {
	const plan = {...lone, faults: lone.faults.map((fault) => ({...fault, begin: {fault: 'crash nobody'}}))};
	t.regex(judge(plan).problems.join('\n'), /No process has the name nobody/);
});

test('an error of the program is a problem', (t) => {
	const scenario = {nodes: [{name: 'node-a'}, {name: 'node-a'}]};
	t.regex(judge({...lone, scenario}).problems.join('\n'), /a process named kubelet\/node-a is alive/);
});
