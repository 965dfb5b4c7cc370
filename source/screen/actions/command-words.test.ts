import test from 'ava';
import {stopOf} from '../state/state.js';
import {breakpointWords} from '../state/breakpoint-words.js';
import {sentenceOf} from '../../stages/sentence.js';
import {rowsOn, starts, stateOn, typed} from '../../testing/screens.js';
import {completions} from './command-words.js';
import {commandUsages} from '../input/command-table.js';
import {press} from './press.js';
import type {TerminalEntry} from '../../cluster.js';
import type {Services} from '../state/parts.js';
import type {State} from '../state/state.js';

const shared = stateOn('pod');
const after = (...keys: string[]): State => typed(shared, keys);
const stopAt = ({recording, cursor}: State) => recording.stops.get(cursor)!;

const breakpoints: ReadonlyArray<readonly [words: string, holds: (state: State) => boolean]> = [
	['apiserver.admit.mutate.ServiceAccount', (state) => stopAt(state).stage === 'apiserver.admit.mutate.ServiceAccount'],
	['apiserver.admit.**', (state) => stopAt(state).stage.startsWith('apiserver.admit.')],
	['component=kube-scheduler', (state) => stopAt(state).process.startsWith('kube-scheduler')],
	['pod/web', (state) => stopAt(state).object === '/registry/pods/default/web'],
	['etcd.txn pod/web', (state) => stopAt(state).stage === 'etcd.txn'],
	['object=pod/web path=spec.nodeName', (state) => stopAt(state).stage === 'etcd.txn'],
	['reason=Pulled', (state) => stopAt(state).facts?.reason === 'Pulled'],
	[
		'verb=create apiserver.authorize',
		(state) => (stopAt(state).facts?.request as {verb?: string} | undefined)?.verb === 'create',
	],
	['selector="app in (web,db)"', (state) => stopAt(state).stage === 'apiserver.decode'],
	['etcd selector="app in (web,db)"', (state) => stopAt(state).object === '/registry/pods/default/web'],
	['failure', (state) => stopAt(state).outcome !== undefined],
	['time=+3s', (state) => stopAt(state).timeMs - state.recording.stops.get(state.start)!.timeMs >= 3000],
	['pod/web if="object.status.phase == \'Running\'"', (state) => stopAt(state).process.startsWith('kubelet')],
	['apiserver.respond hits=3', (state) => stopAt(state).stage === 'apiserver.respond'],
];

for (const [line, holds] of breakpoints) {
	test(`:break ${line} stops where it says`, (t) => {
		const stopped = after(`:break ${line}`, 'c');
		t.regex(stopped.message, /^breakpoint: /);
		t.true(holds(stopped), `${stopAt(stopped).process} ${stopAt(stopped).stage}`);
	});
}

test('a breakpoint that is met once goes away; a logpoint writes and does not stop', (t) => {
	t.deepEqual(after(':break scheduler.bind once', 'c').session.breakpoints, []);
	const logged = after(':break scheduler.bind log="to {facts.node}"', 'c');
	t.is(logged.cursor, shared.recording.stops.length - 1);
	t.regex(logged.message, /^log #\d+: to node-a$/);
});

test('what is wrong with a breakpoint is said, and none is set', (t) => {
	const wrong = after(':break stag=x');
	t.regex(wrong.message, /unknown word "stag" in a breakpoint/);
	t.deepEqual(wrong.session.breakpoints, []);
	t.regex(after(':break pod/web if=)').message, /\S/);
	t.regex(after(':break nosuch/web').message, /there is no resource "nosuch"/);
	t.regex(after(':break foo bar baz').message, /there is no stage "foo"/);
	t.regex(after(':break etcd.tnx').message, /there is no stage "etcd.tnx"; did you mean etcd.txn\?/);
	t.is(
		after(':break pod/web path=spec.containers[*].imagee').message,
		'a Pod has no field spec.containers[*].imagee; did you mean image?',
	);
	t.is(after(':break object=deploy path=spec.template.nope').message, 'a Deployment has no field spec.template.nope');
	t.regex(
		after(':break etcd.txn scheduler.bind').message,
		/scheduler.bind: the breakpoint already has a stage, etcd.txn/,
	);
	t.regex(
		after(':break pod/web if=a == "Pod"').message,
		/"==" is not a stage, object or word of a breakpoint; a condition with spaces/,
	);
	t.regex(after(':break pod/web verb=creat').message, /there is no verb "creat"; did you mean create\?/);
	t.is(after(':delete 7').message, 'there is no breakpoint 7; B lists all');
});

test('goto goes to steps and to times', (t) => {
	t.is(after(':goto 1400').cursor, 1400);
	t.is(after(':goto #1400').cursor, 1400);
	const later = after(':goto +3s');
	t.true(stopAt(later).timeMs - shared.recording.stops.get(shared.start)!.timeMs >= 3000);
	t.true(
		shared.recording.stops.get(later.cursor - 1)!.timeMs - shared.recording.stops.get(shared.start)!.timeMs < 3000,
	);
	t.regex(after(':goto somewhere').message, /^goto takes a step, or a time/);
});

test('until runs to where something holds for the followed object', (t) => {
	const ready = after('G', ':follow pod/web', 'g', ':until ready');
	t.is(stopAt(ready).stage, 'etcd.txn');
	const running = after('G', ':follow pod/web', 'g', ':until object.status.phase == "Running"');
	t.true(running.cursor <= ready.cursor);
	t.is(after(':until rest').cursor, shared.recording.stops.length - 1);
	t.regex(after('G', ':follow pod/web', ':until object.x == 1').message, /never becomes true of pods\/web/);
});

test('until may name an object that does not exist yet', (t) => {
	const ready = after(':until pod/web ready');
	t.is(ready.message, 'the condition is now true of pod/web');
	t.is(ready.cursor, after(':follow pod/web', ':until ready').cursor);
	const made = after(':until pod/web');
	t.true(made.cursor < ready.cursor);
	t.not(made.recording.kernel.ledger.readAt('/registry/pods/default/web', made.cursor), undefined);
	t.is(made.recording.kernel.ledger.readAt('/registry/pods/default/web', made.cursor - 1), undefined);
	t.regex(after(':until pod/none ready').message, /never becomes true of pod\/none /);
});

test('a kind of objects is listed, as in k9s', (t) => {
	for (const word of ['pods', 'po', 'svc', 'deploy', 'nodes']) {
		t.like(after(`:${word}`), {pane: {view: 'cluster'}, cluster: {kind: word}});
	}

	t.is(after(':pods', ':cluster').cluster.kind, undefined);
});

test('a sign of the shell is answered before the command runs, and the line stays', (t) => {
	for (const [line, sign] of [
		['get pods -o yaml > pods.yaml', '>'],
		['get pods 2>/dev/null', '2>'],
		['get pods | wc -l', '|'],
	] as const) {
		const answered = after(`:kubectl ${line}`);
		t.is(answered.message, `no shell here: leave out ${sign} and what follows`);
		t.like(answered, {mode: 'command', commandLine: {typed: `kubectl ${line}`}});
		t.is(answered.recording, shared.recording);
	}

	t.is(after(`:kubectl get pods -o jsonpath='{.items[?(@.a > 1)]}'`).mode, 'debug');
});

test('an unknown word is answered with the nearest', (t) => {
	t.is(after(':contine').message, 'unknown word "contine"; did you mean "continue"?');
	t.is(after(':run hello --image=nginx:1.27').message, 'unknown word "run"; did you mean "kubectl run"?');
	t.is(after(':step now').message, 'step takes no argument');
});

test('every word of the key table can be typed', (t) => {
	for (const {word} of shared.setup.keymap) {
		t.notRegex(after(`:${word}`).message, /unknown word/, word);
	}
});

test('kubectl begins at the cursor, and in the past begins another future that can be compared', (t) => {
	const bind = stateOn('pod', [':break scheduler.bind', 'c']);
	const branched = typed(bind, [':kubectl delete pod web --wait=false']);
	t.regex(branched.message, /another future, 2, begins at #\d+/);
	t.is(stopAt(branched).process, 'kubectl/2');
	t.not(branched.recording, bind.recording);
	const compared = typed(branched, ['c', ':compare']);
	t.is(compared.comparison?.first, 0);
	t.is(typed(compared, ['return']).cursor, bind.cursor + 1);
	const other = typed(compared, ['escape', ':other']);
	t.is(other.recording, bind.recording);
	t.is(typed(other, [':other']).recording, branched.recording);
	t.regex(after(':other').message, /only one future/);
});

test('in another future the answer is that of the command, though one before it has not ended where it begins', (t) => {
	const refused = stateOn('refused');
	t.is(stopOf(refused)?.stage, 'apiserver.decode');
	const asked = typed(refused, ['S', ':branch', ':kubectl get pods']);
	t.is(asked.futures.length, 1);
	t.like(stopOf(asked), {stage: 'kubectl.print', facts: {command: 'get pods'}});
});

test('before an ending that the screen explains, no command begins another future in which the apply is under way', (t) => {
	for (const [keys, stage] of [
		[[], 'apiserver.decode'],
		[['S'], undefined],
		[['g'], 'kubectl.kubeconfig'],
	] as const) {
		const before = typed(stateOn('refused'), keys);
		t.true(stage === undefined || stopOf(before)?.stage === stage);
		const asked = typed(before, [':kubectl get pods']);
		t.deepEqual(asked.futures, []);
		t.like(stopOf(asked), {stage: 'kubectl.print', facts: {command: 'get pods'}});
		t.regex(asked.message, /^ran in the present; /);
		const faulty = typed(before, [':crash kubelet/node-a']);
		t.deepEqual(faulty.futures, []);
		t.is(faulty.message, 'ran in the present; crash kubelet/node-a: s steps on to it');
	}
});

test('where the work of the user ends, a command is given at the end of the recording, whatever routine is recorded after it', (t) => {
	const ended = typed(stateOn('ready'), ['P', ':goto +600s', 'P', 'g', 'G']);
	const end = ended.recording.stops.length - 1;
	t.true(ended.cursor < end);
	const given = typed(ended, [':kubectl delete pod web --wait=false']);
	t.deepEqual(given.futures, []);
	t.is(given.message, `ran at #${end}, the end of the recording: only routine work followed #${ended.cursor}`);
	t.is(given.recording.inputs.at(-1)?.step, end + 1);
	// A second command follows it; a command given before it is in the past.
	t.is(typed(given, ['c', ':kubectl get pods']).futures.length, 0);
	t.is(typed(given, ['c', 'g', ':kubectl get pods']).futures.length, 1);
	// With routine stops shown, the cursor is in the past.
	t.is(typed(ended, ['P', ':kubectl get pods']).futures.length, 1);
});

test('a command that only looks shows its answer at once', (t) => {
	const got = stateOn('pod', ['G', ':kubectl get pod web -o jsonpath={.status.phase}']);
	t.is(got.object.form, 'printed');
	t.is(stopAt(got).stage, 'kubectl.print');
	t.is(stateOn('pod', ['G', ':kubectl scale deploy x --replicas=2']).object.form, 'diff');
});

test('kubectl reads files as they are on the disk now, in a lesson its own ones', (t) => {
	const read = (file: string) =>
		file === 'new.yaml' ? 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n' : undefined;
	const state = stateOn('pod', ['G', ':kubectl apply -f new.yaml', 'c'], {read});
	t.truthy(state.recording.kernel.ledger.read('/registry/namespaces/shop'));
	t.true('new.yaml' in state.manifests.files);
});

test('crash and revive name a process; traffic begins a client', (t) => {
	const crashed = stateOn('pod', ['G', ':crash kube-scheduler', 's']);
	t.regex(sentenceOf(stopAt(crashed)), /kube-scheduler/);
	const sent = stateOn('pod', ['G', ':traffic web.default.svc.cluster.local:80 50ms', ':goto +6s']);
	t.truthy(sent.recording.kernel.ledger.read('/network/traffic/client-1'));
	t.regex(stateOn('pod', ['G', ':traffic web']).message, /^traffic takes host:port/);
});

test('a process that does not exist is neither killed nor started, and nothing happens', (t) => {
	for (const [line, message] of [
		[':crash kubelet/nod', /^no process is called kubelet\/nod; did you mean kubelet\/node-a\?$/],
		[':revive nothing-like-it-at-all', /^no process is called nothing-like-it-at-all; known names: /],
		[':crash', /^fault "crash": which process\?; write crash PROCESS/],
		[':fault pause kubelet/nod', /^no process or node is called kubelet\/nod; did you mean kubelet\/node-a\?$/],
		[':pause kube-scheduler for=10', /for=10 is not a positive duration; write a number and a unit/],
		[':fault crush it', /there is no fault "crush"; did you mean "crash"\?$/],
	] as const) {
		const before = stateOn('pod', ['G']);
		const after = stateOn('pod', ['G', line]);
		t.regex(after.message, message);
		t.is(after.recording.inputs.length, before.recording.inputs.length);
	}
});

test('a process that was not started yet at a step is a stop that says so, and the future goes on', (t) => {
	const crashed = stateOn('pod', [':crash kubelet/node-a/pod/default/web', ':goto +1s']);
	const [stop] = crashed.recording.stops.filter(({stage}) => stage === 'fault.crash');
	t.is(stop?.outcome, 'refused');
	t.is(stop && sentenceOf(stop), 'No process has the name kubelet/node-a/pod/default/web, so nothing happens.');
});

test('save writes the recording and then nothing would be lost', (t) => {
	const saved: string[] = [];
	const state = stateOn('pod', ['b', ':save my.yaml'], {save: (_, file) => saved.push(file)});
	t.deepEqual(saved, ['my.yaml']);
	t.true(press(state, 'q').leaving.left);
});

test('export writes the run up to the cursor in a format, perhaps of one object', (t) => {
	const written: unknown[] = [];
	const services: Services = {
		exports: {
			formats: ['text', 'html'],
			write({first, last}, ...words) {
				written.push([last - first, ...words]);
				return words[0] === 'html' ? 'the rest is left out' : undefined;
			},
		},
	};
	const state = stateOn('pod', ['s', 's', ':export text run.txt pod/web'], services);
	t.is(state.message, `#${state.start} to #${state.start + 2} in run.txt`);
	t.is(
		typed(state, [':export html run.html']).message,
		`#${state.start} to #${state.start + 2} in run.html; the rest is left out`,
	);
	t.deepEqual(written, [
		[2, 'text', 'run.txt', 'pod/web'],
		[2, 'html', 'run.html', undefined],
	]);
	t.regex(typed(state, [':export text']).message, /^export takes a format and a file.*text, html$/);
	t.regex(typed(state, [':export htm run.html']).message, /^there is no format "htm"; did you mean html\?$/);
	t.deepEqual(completions(state, 'export ht'), ['html']);
	t.true(completions(state, 'export text run.txt nodes/').includes('nodes/node-a'));
});

test('tab completes words, processes, objects, stages and numbers', (t) => {
	t.deepEqual(completions(shared, 'cra'), ['crash']);
	t.true(completions(shared, 'crash kube-s').includes('kube-scheduler'));
	t.deepEqual(completions(shared, 'fault fail '), ['cni', 'csi', 'pull', 'requests']);
	t.true(completions(shared, 'fault fail requests kube-s').includes('kube-scheduler'));
	t.deepEqual(completions(shared, 'pause node-a fo'), ['for=']);
	t.true(completions(after('G'), 'follow pods/').includes('pods/default/web'));
	t.true(completions(shared, 'break scheduler.b').includes('scheduler.bind'));
	t.deepEqual(completions(after(':break etcd.txn'), 'delete '), ['1']);
	t.deepEqual(completions(shared, 'until r'), ['ready', 'rest']);
	t.deepEqual(completions(shared, 'step '), []);
	t.true(
		commandUsages.every(([usage]) => usage === 'RESOURCE' || completions(shared, usage.split(' ')[0]!).length > 0),
	);
});

test('tab fills in what all candidates share and shows them; alone it ends with a space', (t) => {
	const many = typed(shared, [':', 'b', 'r', 'e', 'tab']);
	t.is(many.commandLine.typed, 'break');
	t.regex(many.message, /break {2}breakpoints/);
	t.is(typed(shared, [':', ...'crash', 'tab']).commandLine.typed, 'crash ');
	t.is(typed(shared, [':', ...'zzz', 'tab']).message, 'no completion');
});

test('the arrows recall earlier lines, the same one not twice; ctrl+w and ctrl+u delete', (t) => {
	const typedThrice = after(':pods', ':nodes', ':nodes', ':');
	t.deepEqual(typedThrice.commandLine.history, ['pods', 'nodes']);
	t.is(press(typedThrice, 'up').commandLine.typed, 'nodes');
	t.is(typed(typedThrice, ['up', 'up']).commandLine.typed, 'pods');
	t.is(typed(typedThrice, ['up', 'up', 'down', 'down']).commandLine.typed, '');
	t.is(typed(shared, [':', ...'ab cd', 'ctrl+w']).commandLine.typed, 'ab ');
	t.is(typed(shared, [':', ...'ab cd', 'ctrl+u']).commandLine.typed, '');
	t.is(typed(shared, [':', 'a', 'backspace', 'backspace']).mode, 'debug');
});

test('the list of breakpoints switches, edits and deletes; an edit that is given up changes nothing', (t) => {
	const two = after(':break scheduler.bind name=bind', ':break pod/web hits=2', 'B');
	t.is(two.mode, 'breakpoints');
	const off = typed(two, ['return']);
	t.is(off.session.breakpoints[0]!.enabled, false);
	const editing = typed(two, ['j', 'e']);
	t.is(editing.commandLine.typed, 'break object=/registry/pods/*/web hits=2');
	t.deepEqual(press(editing, 'escape').session, two.session);
	const edited = typed(editing, ['backspace', '3', 'return']);
	t.deepEqual(
		edited.session.breakpoints.map(({hitCount}) => hitCount),
		[undefined, 3],
	);
	t.is(typed(two, ['d']).session.breakpoints.length, 1);
	t.is(typed(two, ['a']).commandLine.typed, 'break ');
	t.is(typed(two, ['escape']).mode, 'debug');
});

test('a replayed recording opens at its first input', (t) => {
	const start = starts.replay!() as {cursor: number; recording: State['recording']};
	t.is(start.recording.stops.get(start.cursor)!.process, 'kubectl/1');
});

test('interrupt ends what kubectl waits for, at the end of the recording alone', (t) => {
	const watching = typed(stateOn('ready'), ['G', ':kubectl get pods -w', 'c']);
	const running = ({recording}: State) =>
		[...recording.kernel.processes.values()].filter(
			({name, state}) => name.startsWith('kubectl/') && state !== 'ended' && state !== 'crashed',
		);
	t.is(running(watching).length, 1);
	const past = typed(watching, ['S', ':interrupt']);
	t.regex(past.message, /this is the past/);
	const interrupted = typed(watching, [':interrupt']);
	t.is(interrupted.message, 'kubectl/2 is interrupted; s continues');
	const after = press(interrupted, 's');
	t.is(stopAt(after).stage, 'fault.crash');
	t.deepEqual(running(after), []);
	const printed = rowsOn(press(after, 'K')).join('\n');
	t.regex(printed, /\$ kubectl get pods -w *\n(?:.*\n)+ \^C *\n exit code 130/);
	t.false(printed.includes('still running'));
	t.is(typed(after, [':interrupt']).message, 'no kubectl command is running here');
});

test('kubectl edit says that nothing is edited, and what changes an object instead', (t) => {
	const noEditor =
		/no editor can open here, so nothing changes: use kubectl patch, set or apply, or a real kubectl with serve$/;
	t.regex(after(':kubectl edit pod web').message, noEditor);
	t.notRegex(after(':kubectl label pod web edit=no').message, noEditor);
});

const whoWrote: ReadonlyArray<readonly [line: string, message: RegExp]> = [
	['who pod/web spec.serviceAccountName', /^spec\.serviceAccountName: the admission plug-in ServiceAccount, at #\d+$/],
	['who pod/web spec.containers[0].image', /^spec\.containers\[0\]\.image: you wrote it: web\.yaml:9, at #\d+$/],
	['who pod/web spec.nodeName', /^spec\.nodeName: the scheduler, at #\d+$/],
	['who pod/web spec.nodname', /^pod\/web has no field spec\.nodname at this step; did you mean nodeName\?$/],
	['who pod/none spec', /^pod\/none does not exist at this step$/],
	['who pod/web', /^:who needs an object and a field/],
];

for (const [line, message] of whoWrote) {
	test(`:${line} says who`, (t) => {
		t.regex(after('G', `:${line}`).message, message);
	});
}

test('enter on a line of a blame goes to the step that wrote it', (t) => {
	const blamed = after('G', ':follow pod/web', 'a', 'j', 'return');
	t.is(stopAt(blamed).stage, 'apiserver.decode');
	t.is(blamed.object.form, 'diff');
});

test('a command runs to its exit before the next begins; with & or as a watch it goes on', (t) => {
	const codes = ({recording}: State) =>
		['2', '3'].map((number) => recording.kernel.ledger.read<TerminalEntry>(`/terminal/${number}`)?.code);
	t.deepEqual(codes(stateOn('ready', ['G', ':kubectl delete pod web', ':kubectl get pods'])), [0, 0]);
	const both = stateOn('ready', ['G', ':kubectl delete pod web &', ':kubectl get pods']);
	t.deepEqual(codes(both), [undefined, 0]);
	t.deepEqual(codes(typed(both, [':kubectl get pods -w', ':kubectl get pods'])), [undefined, 0]);
});

test('where a pane shows the end of what kubectl printed, down begins with what is on the screen', (t) => {
	const described = stateOn('ready', ['G', ':kubectl describe node node-a', ':kubectl get pods']);
	t.true((typed(described, ['down']).pane.selected.state ?? 0) > 20);
});

test('a line that kubectl printed goes back to the answer that it shows, and its command to its first stop', (t) => {
	const applied = stateOn('ready', ['G', ':kubectl get pods']);
	t.is(stopAt(typed(applied, ['up', 'return'])).stage, 'apiserver.respond');
	const begun = typed(applied, ['up', 'up', 'up', 'return']);
	t.is(stopAt(begun).stage, 'kubectl.kubeconfig');
	t.is(stopAt(begun).process, 'kubectl/2');
});

test('a condition sees the request and the object on its way wherever a request is, and its words are kept', (t) => {
	const line = `apiserver.admit.mutate.** selector="app in (shop),!old" if='request.verb == "create" && request.method == "POST" && object.kind == "Pod"'`;
	const set = typed(stateOn('shop', ['g']), [`:break ${line}`]);
	t.deepEqual(set.session.breakpoints.map(breakpointWords), [line]);
	const {stage, facts} = stopAt(press(set, 'c'));
	t.deepEqual([stage, facts?.operation], ['apiserver.admit.mutate.NamespaceLifecycle', 'CREATE']);
});
