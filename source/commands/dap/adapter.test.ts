import {spawn} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import type {DebugProtocol} from '@vscode/debugprotocol';
import test from 'ava';
import {deployment} from '../../testing/manifests.js';
import {DapClient, isResponse} from '../../testing/dap-client.js';
import {must} from '../../testing/must.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import {completeScenario} from '../../scenario/scenario.js';
import {readManifestFiles} from '../manifests.js';
import {record} from '../replay.js';
import {framed, MessageReader} from './framing.js';

const folder = temporaryFolder();

const web = put(
	folder,
	'web.yaml',
	`apiVersion: v1
kind: Pod
metadata:
  name: web

spec:
  containers:
  - name: web
    image: nginx:1.27
    ports: [{containerPort: 80}]
`,
);
const cluster = put(folder, 'cluster.yaml', 'nodes: [{name: node-a}]\n');
const bad = put(
	folder,
	'bad.yaml',
	'apiVersion: v1\nkind: Pod\nmetadata: {name: bad}\nspec:\n  containers:\n  - name: web\n    image: nginx\n    ports:\n    - containerPort: 99999\n',
);

/** A client at the first stop of a manifest's command. */
const launched = (program = web): DapClient => {
	const client = new DapClient();
	client.ask('initialize', {adapterID: 'k8s-walkthrough'});
	client.ask('launch', {program, cluster, stopOnEntry: true});
	client.ask('configurationDone');
	return client;
};

test('a launch asks for breakpoints, and stops where kubectl begins', (t) => {
	const client = new DapClient();
	const able = client.ask<DebugProtocol.Capabilities>('initialize', {adapterID: 'k8s-walkthrough'});
	t.true(able.supportsStepBack);
	t.deepEqual(
		able.exceptionBreakpointFilters?.map(({filter}) => filter),
		['refused', 'failed', 'warning'],
	);
	t.deepEqual(client.events('initialized'), []);
	client.ask('launch', {program: web, cluster, stopOnEntry: true});
	t.is(client.events('initialized').length, 1);
	client.ask('configurationDone');
	const {reason, description, threadId, allThreadsStopped} = client.stopped;
	t.deepEqual([reason, description, allThreadsStopped], ['entry', 'kubectl.kubeconfig', true]);
	const {threads} = client.ask<DebugProtocol.ThreadsResponse['body']>('threads');
	t.deepEqual(threads[0], {id: threadId, name: 'kubectl/1'});
	t.true(threads.some(({name}) => name === 'kubelet/node-a'));
});

test('a line of a manifest stops where its field is read, decoded and changed', (t) => {
	const client = launched();
	const [image, empty] = client.line(web, {line: 9}, {line: 5});
	t.deepEqual([image?.verified, image?.line, empty?.line], [true, 9, 6]);
	client.line(web, {line: 9});
	const stages = ['continue', 'continue', 'continue'].map((command) => {
		client.ask(command, {threadId: 1});
		const {reason, description, threadId} = client.stopped;
		t.is(reason, 'breakpoint');
		const [frame] = client.stack(threadId ?? 0);
		t.deepEqual([frame?.source?.path, frame?.line], [web, 9]);
		return description;
	});
	t.deepEqual(stages, ['kubectl.parse', 'apiserver.decode', 'etcd.txn']);
});

test('a line stops where its field is refused; a refusal is an exception', (t) => {
	const client = launched(bad);
	client.line(bad, {line: 9});
	client.ask('setExceptionBreakpoints', {filters: ['refused']});
	const stops = Array.from({length: 4}, () => {
		client.ask('continue', {threadId: 1});
		const {description, reason} = client.stopped;
		return [description, reason];
	});
	t.deepEqual(stops, [
		['kubectl.parse', 'breakpoint'],
		['apiserver.decode', 'breakpoint'],
		['apiserver.validate', 'breakpoint'],
		['apiserver.respond', 'breakpoint'],
	]);
	const {exceptionId, description} = client.ask<DebugProtocol.ExceptionInfoResponse['body']>('exceptionInfo', {
		threadId: 1,
	});
	t.is(exceptionId, 'refused');
	t.regex(description ?? '', /spec.containers\[0\].ports\[0\].containerPort: Invalid value: 99999/);
});

test('functions are words of breakpoints, with conditions, hits and log messages; wrong ones say why', (t) => {
	const client = launched();
	const told = client.functions(
		{name: 'cri.** object=pod/web', hitCondition: '2'},
		{name: 'scheduler.bind', condition: 'facts.case == "done"'},
		{name: 'etcd.txn object=pod/web log="stored {object.metadata.name}"'},
		{name: 'kubelet.pulll'},
		{name: 'scheduler.bind', condition: 'facts.'},
		{name: 'scheduler.bind', hitCondition: '> 3'},
	);
	t.deepEqual(
		told.map(({verified}) => verified),
		[true, true, true, false, false, false],
	);
	t.regex(told[3]?.message ?? '', /did you mean kubelet.pull/);
	t.is(told[5]?.message, 'hit count "> 3": write the number of the hit, such as 3');
	client.ask('continue', {threadId: 1});
	const {reason, hitBreakpointIds, text} = client.stopped;
	t.deepEqual([reason, hitBreakpointIds], ['function breakpoint', [told[1]?.id]]);
	t.regex(text ?? '', /is bound to node-a/);
	const outputs = client.events<DebugProtocol.OutputEvent>('output').map(({output}) => output);
	t.true(outputs.includes('stored web\n'));
	client.ask('continue', {threadId: 1});
	t.regex(client.stopped.description ?? '', /^cri\./);
});

test('variables are what the object, the request and the facts hold; a field of an object can be watched', (t) => {
	const client = launched();
	client.functions({name: 'etcd.txn object=pod/web'});
	client.ask('continue', {threadId: 1});
	const {threadId = 0} = client.stopped;
	const object = client.scope(threadId, 'Object');
	t.deepEqual(
		object.map(({name}) => name),
		['apiVersion', 'kind', 'metadata', 'spec', 'status'],
	);
	const status = must(
		object.find(({name}) => name === 'status'),
		'status',
	);
	t.is(status.evaluateName, 'object["status"]');
	const inside = client.ask<DebugProtocol.VariablesResponse['body']>('variables', {
		variablesReference: status.variablesReference,
	}).variables;
	t.is(inside.find(({name}) => name === 'phase')?.value, '"Pending"');
	const info = client.ask<DebugProtocol.DataBreakpointInfoResponse['body']>('dataBreakpointInfo', {
		variablesReference: status.variablesReference,
		name: 'phase',
	});
	t.is(info.dataId, '/registry/pods/default/web status.phase');
	client.functions();
	client.ask('setDataBreakpoints', {breakpoints: [{dataId: info.dataId}]});
	client.ask('continue', {threadId});
	const {reason, threadId: writer = 0} = client.stopped;
	t.is(reason, 'data breakpoint');
	t.is(client.evaluate('object.status.phase'), '"Running"');
	t.is(client.evaluate('old.status.phase'), '"Pending"');
	const [frame] = client.stack(writer);
	t.is(frame?.source?.name, 'pods/default/web.yaml');
	const {content} = client.ask<DebugProtocol.SourceResponse['body']>('source', {
		sourceReference: frame?.source?.sourceReference,
	});
	t.regex(content.split('\n')[(frame?.line ?? 0) - 1] ?? '', /status|True|lastTransitionTime|phase|: /);
	const {sources} = client.ask<DebugProtocol.LoadedSourcesResponse['body']>('loadedSources');
	t.deepEqual(
		sources.map(({name}) => name).filter((name) => name?.includes('web')),
		['web.yaml', 'pods/default/web.yaml'],
	);
});

test('what is not stored yet is shown in the manifest that it comes from', (t) => {
	const client = launched();
	const places = ['kubectl.validate', 'kubectl.request', 'apiserver.admit.mutate.ServiceAccount'].map((name) => {
		client.functions({name});
		client.ask('continue', {threadId: 1});
		const [frame] = client.stack(client.stopped.threadId ?? 0);
		return [frame?.name, frame?.source?.path, frame?.line];
	});
	t.deepEqual(places, [
		['kubectl.validate', web, 1],
		['kubectl.request', web, 1],
		['apiserver.admit.mutate.ServiceAccount', web, 1],
	]);
});

test('on its way to the store, an object is what conditions and expressions see; in an outer frame, what that is about', (t) => {
	const client = launched();
	client.functions({name: 'apiserver.decode', condition: 'object.metadata.name == "web"'});
	client.ask('continue', {threadId: 1});
	const {threadId = 0, description} = client.stopped;
	t.is(description, 'apiserver.decode');
	t.deepEqual(
		client.scope(threadId, 'Object').find(({name}) => name === 'kind'),
		{name: 'kind', value: '"Pod"', type: 'string', variablesReference: 0, evaluateName: 'object["kind"]'},
	);
	t.is(client.evaluate('object["kind"]'), '"Pod"');
	const outer = must(client.stack(threadId).at(-1), 'an outer frame');
	const asked = client.ask<DebugProtocol.EvaluateResponse['body']>('evaluate', {
		expression: 'stop.stage',
		frameId: outer.id,
	});
	t.is(`${asked.result.slice(1, -1)} (kubectl)`, outer.name);
});

test('the run is stepped, over and into, forwards and backwards, and run back to where it was', (t) => {
	const client = launched();
	const {threadId} = client.stopped;
	const steps = ['stepIn', 'next', 'stepBack', 'stepIn', 'stepOut'].map((command) => {
		client.ask(command, {threadId});
		return client.stopped.description;
	});
	t.deepEqual(steps.slice(0, 3), ['kubectl.parse', 'kubectl.validate', 'kubectl.parse']);
	client.functions({name: 'kubectl.parse'});
	client.ask('continue', {threadId});
	const end = client.stopped;
	t.is(end.description, 'at rest: only periodic work is left');
	t.true(client.events<DebugProtocol.OutputEvent>('output').some(({output}) => output.includes('pod/default/web: ')));
	client.ask('reverseContinue', {threadId});
	t.is(client.stopped.description, 'kubectl.parse');
	client.functions();
	client.ask('reverseContinue', {threadId});
	t.is(client.stopped.description, 'the beginning of the run');
});

test('the console takes CEL, kubectl and words of the debugger; what is done in the past makes another future', (t) => {
	const client = launched();
	client.functions({name: 'scheduler.bind'});
	client.ask('continue', {threadId: 1});
	t.is(client.evaluate('stop.stage + " of " + object.metadata.name'), '"scheduler.bind of web"');
	t.regex(client.evaluate('kubectl get pods --no-headers'), /^web +0\/1 +Pending/);
	t.regex(client.evaluate(':who node/node-a metadata.name'), /^metadata.name: /);
	client.functions({name: 'kubelet.sync object=pod/web'});
	client.ask('continue', {threadId: 1});
	t.is(client.stopped.description, 'kubelet.sync');
	client.ask('reverseContinue', {threadId: 1});
	client.functions({name: 'scheduler.bind'});
	client.ask('continue', {threadId: 1});
	t.is(client.evaluate('kubectl delete pod web --now --wait=false'), 'pod "web" deleted from default namespace');
	t.regex(client.evaluate('kubectl get pod web'), /Terminating|NotFound/);
	t.is(client.evaluate(':crash kube-scheduler'), ':crash kube-scheduler: takes effect from here on');
	client.functions({name: 'fault.crash'});
	client.ask('continue', {threadId: 1});
	t.is(client.stopped.text, 'Process kube-scheduler is killed.');
	const printed = client.events<DebugProtocol.OutputEvent>('output').filter(({category}) => category === 'stdout');
	t.deepEqual(
		printed.map(({output}) => output),
		['pod/web created\n'],
	);
	t.regex(client.answer('evaluate', {expression: ':nothing'}).message ?? '', /^:nothing is not a word/);
	t.regex(client.answer('evaluate', {expression: ':crash kubelet/node-x'}).message ?? '', /did you mean/);
	t.regex(client.answer('evaluate', {expression: 'nothing.x'}).message ?? '', /undeclared reference to 'nothing'/);
});

test('a recording is attached to, and stands where its first command begins', (t) => {
	const file = path.join(folder, 'run.yaml');
	record(
		completeScenario({nodes: [{name: 'node-a'}]}),
		readManifestFiles([web], () => new Uint8Array()),
		file,
		() => {},
	);
	const client = new DapClient();
	client.ask('initialize', {adapterID: 'k8s-walkthrough'});
	client.ask('attach', {recording: file, program: web, stopOnEntry: true});
	t.true(client.line(web, {line: 9})[0]?.verified);
	client.ask('configurationDone');
	t.is(client.stopped.description, 'kubectl.kubeconfig');
	client.ask('continue', {threadId: 1});
	t.is(client.stopped.description, 'kubectl.parse');
});

test('a run that goes on is paused, and looked at only then', (t) => {
	const many = put(folder, 'many.yaml', deployment({replicas: 12}));
	const client = launched(many);
	const {threadId} = client.stopped;
	client.begin('continue', {threadId});
	const early = client.begin('stackTrace', {threadId});
	client.ask('pause', {threadId});
	const {reason} = client.stopped;
	t.is(reason, 'pause');
	t.is(
		client.messages.filter(isResponse).find(({request_seq}) => request_seq === early)?.message,
		'the run is in progress: pause it first',
	);
	t.regex(client.evaluate('kubectl get deployment web -o name'), /deployment.apps\/web/);
	client.ask('continue', {threadId});
	t.is(client.stopped.description, 'at rest: only periodic work is left');
});

test('a run that goes on and on ends after the stops of the launch configuration, says who keeps it going, and goes on', (t) => {
	const client = new DapClient();
	client.ask('initialize', {adapterID: 'k8s-walkthrough'});
	client.ask('launch', {program: web, cluster, stopOnEntry: true, stops: 200});
	client.ask('configurationDone');
	const {threadId} = client.stopped;
	client.events('output');
	client.ask('continue', {threadId});
	t.is(client.stopped.description, 'no breakpoint was hit');
	t.regex(
		client
			.events<DebugProtocol.OutputEvent>('output')
			.map(({output}) => output)
			.join(''),
		/ended after 200 stops: \S+ made most of the last 200; continue the run, or raise "stops" in the launch/,
	);
	let description: string | undefined;
	for (let left = 10; left > 0 && description !== 'at rest: only periodic work is left'; left--) {
		client.ask('continue', {threadId});
		({description} = client.stopped);
	}

	t.is(description, 'at rest: only periodic work is left');
});

test('what cannot be done is said, and nothing else happens', (t) => {
	const client = new DapClient();
	const words = (command: string, given: object = {}): string | undefined => client.answer(command, given).message;
	t.is(words('threads'), 'nothing is being debugged yet: launch or attach first');
	t.is(words('launch', {}), 'the launch configuration names no manifest: set "program" to a file or folder');
	t.regex(words('launch', {program: path.join(folder, 'none.yaml')}) ?? '', /none.yaml {2}no such file or folder/);
	t.regex(words('launch', {program: put(folder, 'broken.yaml', 'a: [')}) ?? '', /broken.yaml:1:/);
	t.is(words('launch', {program: 5}), 'program: expected text, or a list of texts');
	t.is(words('attach', {}), 'recording is missing');
	t.is(words('toString'), 'the request "toString" is not supported');
	t.deepEqual(client.events('stopped'), []);
	client.ask('disconnect');
	t.true(client.ended);
});

test('without debugging, it says how the manifests fare and ends', (t) => {
	const client = new DapClient();
	client.ask('initialize', {adapterID: 'k8s-walkthrough'});
	client.ask('launch', {program: bad, cluster, noDebug: true});
	client.ask('configurationDone');
	t.deepEqual(client.events('exited'), [{exitCode: 1}]);
	t.is(client.events('terminated').length, 1);
	t.true(client.events<DebugProtocol.OutputEvent>('output').some(({output}) => output.includes('bad.yaml:9:')));
});

test('the command speaks over standard input and output', async (t) => {
	const cli = fileURLToPath(new URL('../../bundle/cli.js', import.meta.url));
	const child = spawn(process.execPath, [cli, 'dap'], {stdio: ['pipe', 'pipe', 'pipe']});
	const reader = new MessageReader();
	const messages: unknown[] = [];
	child.stdout.on('data', (chunk: Uint8Array) => {
		messages.push(...reader.push(chunk));
	});
	const requests = [
		['initialize', {adapterID: 'k8s-walkthrough'}],
		['launch', {program: web, cluster}],
		['setFunctionBreakpoints', {breakpoints: [{name: 'scheduler.bind'}]}],
		['configurationDone', {}],
	] as const;
	for (const [index, [command, given]] of requests.entries()) {
		child.stdin.write(framed({seq: index + 1, type: 'request', command, arguments: given}));
	}

	const isStopped = (message: unknown): boolean => JSON.stringify(message).includes('"event":"stopped"');
	while (!messages.some((message) => isStopped(message))) {
		// eslint-disable-next-line no-await-in-loop
		await new Promise((resolve) => child.stdout.once('data', resolve));
	}

	t.regex(JSON.stringify(messages.find((message) => isStopped(message))), /"reason":"function breakpoint"/);
	child.stdin.write(framed({seq: 9, type: 'request', command: 'disconnect'}));
	t.is(await new Promise((resolve) => child.once('close', resolve)), 0);
});
