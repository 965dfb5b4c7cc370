import test from 'ava';
import {must} from '../../testing/must.js';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import {ScreenLoop, type Timers} from '../loop.js';
import {changed, type State} from '../state/state.js';
import {again} from './again.js';
import {editorClosed, type ClosedFile} from './editor.js';
import {press} from './press.js';

/** A screen with an editor, and the files that it has discarded. */
const withEditor = (): {readonly state: State; readonly discarded: string[]} => {
	const discarded: string[] = [];
	const ready = stateOn('ready');
	const editor = {discard: (file: string) => discarded.push(file)};
	const state = changed(ready, 'setup', {services: {...ready.setup.services, editor}});
	return {state: typed(state, ['G', ':kubectl edit pod web']), discarded};
};

const labelled = (text: string): string => text.replace('    app: web\n', '    app: web\n    a: b\n');

test('kubectl edit shows its file in the editor, and prints the end when it is closed', (t) => {
	const {state, discarded} = withEditor();
	const {text} = must(state.commandLine.editor, 'an open file');
	t.regex(text, /^# Please edit the object below\./);
	const ended = editorClosed(state, {file: '/tmp/one.yaml', text: labelled(text)});
	t.is(ended.commandLine.editor, undefined);
	t.regex(rowsOn(ended).join('\n'), /\$ kubectl edit pod web *\n pod\/web edited/);
	t.deepEqual(discarded, ['/tmp/one.yaml']);
});

test('a refused text opens again, and the file that kubectl names stays', (t) => {
	const {state, discarded} = withEditor();
	const {text} = must(state.commandLine.editor, 'an open file');
	const wrong = text.replace('name: web\n', 'nam: web\n');
	const opened = editorClosed(state, {file: '/tmp/one.yaml', text: wrong.replace('spec:', 'spec')});
	const second = must(opened.commandLine.editor, 'an open file');
	t.regex(second.text, /^# pods "web" was not valid:$/m);
	const ended = editorClosed(opened, {file: '/tmp/two.yaml', text: second.text});
	const rows = rowsOn(ended).join('\n');
	t.regex(rows, /A copy of your changes has been stored to "\/tmp\/two\.yaml"/);
	t.regex(rows, /error: Edit cancelled, no valid changes were saved\./);
	t.deepEqual(discarded, ['/tmp/one.yaml']);
	t.true(ended.manifests.files['/tmp/two.yaml']?.includes('nam: web'));
});

test('the file of an editor that fails stays', (t) => {
	const {state, discarded} = withEditor();
	const ended = editorClosed(state, {file: '/tmp/one.yaml', failure: 'there was a problem with the editor "vi"'});
	t.regex(rowsOn(ended).join('\n'), /error: there was a problem with the editor "vi"/);
	t.deepEqual(discarded, []);
});

test('an edit is done again in another future', (t) => {
	const {state} = withEditor();
	const {text} = must(state.commandLine.editor, 'an open file');
	const edited = editorClosed(state, {file: '/tmp/one.yaml', text: labelled(text)});
	const before = must(edited.recording.inputs.at(-2), 'the command').step - 1;
	const other = typed(edited, [`:goto ${before}`, ':kubectl create configmap c --from-literal=a=b', 'G']);
	const repeated = again(other);
	const pod = repeated.recording.kernel.ledger.read<{metadata: {labels?: Record<string, string>}}>(
		'/registry/pods/default/web',
	);
	t.is(pod?.metadata.labels?.['a'], 'b');
});

test('a screen hands each file to its editor once', (t) => {
	const {state} = withEditor();
	const soon: Array<() => void> = [];
	const timers: Timers = {
		every: () => () => {},
		soon(call) {
			soon.push(call);
			return () => {};
		},
		nowMs: () => 0,
	};
	const loop = new ScreenLoop(press(changed(state, 'commandLine', {editor: undefined}), 'G'), timers);
	const shown: string[] = [];
	let closes: ((how: ClosedFile) => void) | undefined;
	loop.listen({
		draw() {},
		leave() {},
		edit(file, closed) {
			shown.push(file.line);
			closes = closed;
		},
	});
	loop.handle([...':kubectl edit pod web', 'return'].map((key) => (key === ' ' ? 'space' : key)));
	while (soon.length > 0) {
		soon.shift()?.();
	}

	t.deepEqual(shown, ['edit pod web']);
	must(
		closes,
		'an open editor',
	)({file: '/tmp/x.yaml', text: labelled(must(loop.state.commandLine.editor, 'a file').text)});
	t.is(loop.state.commandLine.editor, undefined);
	t.deepEqual(shown, ['edit pod web']);
});
