import {readFileSync} from 'node:fs';
import path from 'node:path';
import type {DebugProtocol} from '@vscode/debugprotocol';
import test from 'ava';
import {FutureSet} from '../../debugger/future-set.js';
import {completeScenario} from '../../scenario/scenario.js';
import {DapClient} from '../../testing/dap-client.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import {readManifestFiles} from '../manifests.js';
import {printRecording, readRecording, record, replay} from '../replay.js';

const folder = temporaryFolder();

const web = put(
	folder,
	'web.yaml',
	'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: "nginx:1.27"}]}\n',
);
const cluster = put(folder, 'cluster.yaml', 'nodes: [{name: node-a}]\n');

/** A client that has run to the Pod's binding, labelled the Pod, continued, and returned. @param later a command that takes some time, before the last one. */
const labelled = (later?: string): DapClient => {
	const client = new DapClient();
	client.ask('initialize', {adapterID: 'k8s-walkthrough'});
	client.ask('launch', {program: web, cluster});
	client.functions({name: 'scheduler.bind'});
	client.ask('configurationDone');
	client.evaluate('kubectl label pod web a=b');
	client.ask('continue', {threadId: 1});
	if (later !== undefined) {
		client.evaluate(later);
	}

	client.evaluate('kubectl annotate pod web x=y');
	client.ask('reverseContinue', {threadId: 1});
	return client;
};
const outputs = (client: DapClient): string =>
	client
		.events<DebugProtocol.OutputEvent>('output')
		.map(({output}) => output)
		.join('');
const refusal = (client: DapClient, expression: string): string | undefined =>
	client.answer('evaluate', {expression}).message;

test('what is done in the past begins another future; the one that is left is kept, and one goes back to it', (t) => {
	const client = labelled();
	outputs(client);
	const at = client.evaluate('stop.step');
	t.is(client.evaluate('kubectl delete pod web --now --wait=false'), 'pod "web" deleted from default namespace');
	t.is(
		outputs(client),
		`another future, 3, begins at #${at}, in the past; :other goes back; :again repeats what came later (2)\n`,
	);
	t.regex(
		client.evaluate(':futures'),
		/^main\n.*apply -f .*\n.*kubectl label pod web a=b\n└─ 2 {2}from #\d+\n.*annotate pod web x=y\n {3}└─ ● 3 {2}from #\d+\n.*delete pod web/,
	);
	t.is(client.evaluate(':name deleted'), 'this future is now named deleted');
	t.regex(client.evaluate(':future main'), /^the future main; :other comes back/);
	const {reason, description} = client.stopped;
	t.deepEqual([reason, description], ['function breakpoint', 'main']);
	t.regex(client.evaluate('kubectl get pods'), /^NAME/);
	client.evaluate(':other');
	t.is(client.stopped.description, 'deleted');
	t.regex(client.evaluate('kubectl get pods'), /Terminating|No resources/);
});

test('what came later is done again where it still applies, and the futures can go on to branch', (t) => {
	const client = labelled();
	client.evaluate('kubectl annotate pod web z=z');
	t.is(client.evaluate(':again'), '2 of 2 repeated');
	t.is(client.stopped.reason, 'goto');
	t.is(client.evaluate(':again'), 'no later command of another future can be repeated here');
	const inputs = client.evaluate(':futures').split('● 3')[1]?.trim().split('\n').length;
	t.is(inputs, 4);
	t.regex(client.evaluate(':branch further'), /^another future, further, begins at #\d+, in the past/);
	client.evaluate('kubectl delete pod web --now --wait=false');
	client.evaluate('kubectl get pods');
	const later = labelled('kubectl wait pod web --for=condition=Never --timeout=8s');
	later.evaluate('kubectl delete pod web --now --wait=false');
	// The label still finds the Pod; the annotation is written when it has ended.
	t.regex(
		later.evaluate(':again'),
		/^1 of 3 repeated; no longer applicable: kubectl wait .*; kubectl annotate pod web x=y: .*not found/,
	);
	t.regex(later.evaluate(':compare'), /^first difference/);
});

test('two futures are compared by what they mean: in words, and as a value to unfold', (t) => {
	const client = labelled();
	client.evaluate(':branch crashed');
	client.evaluate(':crash kube-scheduler');
	const {result, variablesReference} = client.ask<DebugProtocol.EvaluateResponse['body']>('evaluate', {
		expression: ':compare 2 crashed',
	});
	t.regex(result, /^first difference: 2 │ crashed\n {2}2 {2}#\d+ .*\n {2}crashed {2}/);
	t.regex(result, /\nHow they end: 2 │ crashed\n {2}pods\/web: Running 1\/1 │ Pending\n/);
	const {variables} = client.ask<DebugProtocol.VariablesResponse['body']>('variables', {variablesReference});
	const ends = variables.find(({name}) => name === 'ends')?.variablesReference;
	const inside = client.ask<DebugProtocol.VariablesResponse['body']>('variables', {variablesReference: ends});
	t.is(inside.variables[0]?.name, 'pods/web');
	t.is(client.evaluate(':compare'), client.evaluate(':compare crashed 2'));
});

test('words about futures that cannot be carried out say why', (t) => {
	const client = new DapClient();
	client.ask('initialize', {adapterID: 'k8s-walkthrough'});
	client.ask('launch', {program: web, cluster, stopOnEntry: true});
	client.ask('configurationDone');
	const only = 'there is only one future; a command in the past or :branch begins another';
	t.is(refusal(client, ':other'), only);
	t.is(refusal(client, ':compare'), only);
	t.is(refusal(client, ':compare main main'), 'compare takes the names of two futures: compare main 2');
	t.is(refusal(client, ':future'), 'future takes a name; :futures lists them');
	t.is(refusal(client, ':future mian'), 'there is no future "mian"; did you mean main?');
	t.is(refusal(client, ':branch main'), 'there is already a future "main"; :futures lists them');
	t.regex(refusal(client, ':name a b') ?? '', /^"a b" is not a name for a future/);
	t.is(refusal(client, ':futurs'), ':futurs is not a word that works here; did you mean :futures?');
	t.regex(refusal(client, ':constructor') ?? '', /^:constructor is not a word/);
});

test('the futures of a recording are there when it is attached to', (t) => {
	const file = path.join(folder, 'run.yaml');
	record(
		completeScenario({nodes: [{name: 'node-a'}]}),
		readManifestFiles([web], () => new Uint8Array()),
		file,
		() => {},
	);
	const run = replay(readRecording(readFileSync(file, 'utf8'), file));
	const futures = new FutureSet(run);
	const branch = run.branch(run.stops.length - 1);
	futures.add('drained', {name: 'main', step: run.stops.length - 1}, branch);
	branch.submit({kubectl: 'cordon node-a', files: {}});
	branch.extend();
	put(folder, 'futures.yaml', printRecording(run, {family: futures.familyOf('main')}));
	const client = new DapClient();
	client.ask('initialize', {adapterID: 'k8s-walkthrough'});
	client.ask('attach', {recording: path.join(folder, 'futures.yaml'), stopOnEntry: true});
	client.ask('configurationDone');
	t.regex(client.evaluate(':futures'), /└─ drained {2}from #\d+\n.*kubectl cordon node-a/);
	client.evaluate(':future drained');
	t.is(client.stopped.description, 'drained');
});

test('the console completes words, faults, futures and kubectl', (t) => {
	const client = labelled();
	const complete = (text: string): readonly string[] =>
		client
			.ask<DebugProtocol.CompletionsResponse['body']>('completions', {text, column: text.length + 1})
			.targets.map(({label}) => label);
	t.deepEqual(complete(':fut'), [':future', ':futures']);
	t.deepEqual(complete(':future '), ['2', 'main']);
	t.deepEqual(complete(':compare main 2'), []);
	t.is(complete(':crash kube-s')[0], 'kube-scheduler');
	t.deepEqual(complete(':fault close '), ['watches']);
	t.deepEqual(complete('kubectl get pod w'), ['web']);
	t.deepEqual(complete('obj'), ['object']);
	t.deepEqual(complete('1 + '), []);
	const {targets} = client.ask<DebugProtocol.CompletionsResponse['body']>('completions', {text: ':futu', column: 4});
	t.deepEqual([targets[0]?.start, targets[0]?.length], [0, 3]);
});
