import test from 'ava';
import {must} from '../../testing/must.js';
import {stateOn, typed} from '../../testing/screens.js';
import {beatsOf} from '../panes/board/story.js';
import {beatKindOf, reroutedIn} from '../panes/board/beat-kinds.js';
import {foldedIn, roomFor} from '../panes/board/story-rows.js';
import {stopOf, type State} from '../state/state.js';
import {beatMs} from './story.js';
import {paceOf, tick} from './play.js';

const shop = stateOn('shop');
const told = (state: State): readonly string[] =>
	beatsOf(state).map(({step, kind}) => `${kind} ${state.recording.stops.get(step)?.stage ?? ''}`);
/** The step of a beat of the Deployment's story. */
const stepOf = (beat: number): number => beatsOf(shop).at(beat)?.step ?? -1;
const ticks = (state: State, count: number): State => (count === 0 ? state : ticks(tick(state), count - 1));

test('the story of a Deployment has its levels, in the order in which they happen, each once', (t) => {
	t.deepEqual(told(shop), [
		'read kubectl.parse',
		'sent kubectl.request',
		'admitted apiserver.validate',
		'stored etcd.txn',
		'made controller.deployment.create',
		'printed kubectl.print',
		'stored etcd.txn',
		'made controller.replicaset.create',
		'stored etcd.txn',
		'queued scheduler.queue',
		'decided scheduler.select',
		'bound apiserver.bind',
		'named dns.update',
		'accepted kubelet.admit',
		'mounted kubelet.volumes',
		'sandbox cri.RunPodSandbox',
		'address cni.add.bridge',
		'pulled cri.PullImage',
		'created cri.CreateContainer',
		'started cri.StartContainer',
		'listens container.listen',
		'ready etcd.txn',
		'published endpoints.publish',
		'routed kube-proxy.sync',
	]);
});

test('beats stay with one of several Pods', (t) => {
	const pods = beatsOf(shop)
		.map(({step}) => shop.recording.stops.get(step)?.object ?? '')
		.filter((object) => object.startsWith('/registry/pods/'));
	t.true(pods.length > 8);
	t.is(new Set(pods).size, 1);
});

test('the story of a deletion begins with its command, and has both ends: the object leaves etcd, and kube-proxy drops its rules', (t) => {
	const state = typed(stateOn('pod'), ['G', ':kubectl delete pod web', 'c']);
	const beats = told(state).map((beat) => beat.split(' ')[0]);
	t.deepEqual(beats.toSorted(), [
		'exited',
		'marked',
		'printed',
		'removed',
		'routed',
		'sent',
		'signalled',
		'stopped',
		'terminates',
		'withdrawn',
	]);
	t.is(beats.at(0), 'sent');
	t.true(beats.indexOf('removed') > beats.indexOf('stopped'));
	t.true(beats.indexOf('routed') > beats.indexOf('withdrawn'));
});

test('the rules of the nodes drop the address of the Pod also where another address joins them at once', (t) => {
	const state = typed(stateOn('shop'), ['G', ':kubectl delete pod -l app=shop --wait=false', 'c']);
	const found = beatsOf(state).find(({kind}) => kind === 'routed');
	const changes = state.recording.stops.get(found?.step ?? -1)?.facts?.changes;
	t.truthy(changes, told(state).join(', '));
	const swap = {
		...must(state.recording.stops.get(found?.step ?? 0), 'a beat'),
		facts: {changes: [{before: ['10.1.0.1:80'], after: ['10.1.0.2:80']}]},
	};
	t.is(beatKindOf(swap), 'routed');
	t.deepEqual(reroutedIn(swap), ['10.1.0.1', '10.1.0.2']);
	t.is(beatKindOf({...swap, facts: {changes: [{before: ['10.1.0.1:80'], after: ['10.1.0.1:80']}]}}), undefined);
});

test('a refusal is the end of its story', (t) => {
	t.deepEqual(told(stateOn('refused')).slice(0, 3), [
		'read kubectl.parse',
		'sent kubectl.request',
		'refused apiserver.decode',
	]);
	t.true(told(stateOn('stalled')).includes('refused scheduler.postfilter'));
});

test('space goes to the next beat and plays; each tick is a beat; at the end it rests, and space begins again', (t) => {
	const playing = typed(shop, ['v', ' ']);
	t.true(playing.board.story);
	t.true(playing.board.playing);
	t.is(stopOf(playing)?.stage, 'kubectl.parse');
	t.deepEqual(paceOf(playing.board), {everyMs: beatMs, stops: 1});
	const later = ticks(playing, 3);
	t.is(later.cursor, stepOf(3));
	const ended = ticks(playing, 30);
	t.false(ended.board.playing);
	t.is(ended.cursor, stepOf(-1));
	t.regex(ended.message, /^the story ends here: 24 beats, /);
	t.is(typed(ended, [' ']).cursor, stepOf(0));
});

test('the arrows step through beats and hold; escape ends the story, and the arrows select boxes again', (t) => {
	const on = typed(shop, ['v', ' ', 'right', 'right']);
	t.false(on.board.playing);
	t.is(on.cursor, stepOf(2));
	t.is(typed(on, ['left']).cursor, stepOf(1));
	t.is(typed(on, ['left', 'left', 'left']).message, 'this is the beginning of the recording');
	const left = typed(on, ['escape', 'escape']);
	t.false(left.board.story);
	t.is(left.pane.view, 'board');
	t.is(typed(left, ['right']).cursor, left.cursor);
});

test('a digit plays every stop, :play story plays beats, and a breakpoint between two beats pauses', (t) => {
	const raw = typed(shop, ['v', ' ', '9']);
	t.false(raw.board.story);
	t.true(raw.board.playing);
	t.true(typed(raw, [':play story']).board.story);
	const halted = ticks(typed(shop, [':break apiserver.decode', 'v', ' ']), 5);
	t.is(stopOf(halted)?.stage, 'apiserver.decode');
	t.false(halted.board.playing);
});

test('where nothing is followed, or each stop is asked for, every stop is played', (t) => {
	t.false(typed(stateOn('empty'), ['v', ' ']).board.story);
	t.false(typed(shop, ['p', 'v', ' ']).board.story);
});

test('an answer that only repeats a refusal is no beat; the refusal is', (t) => {
	const stop = shop.recording.stops.get(stepOf(1));
	const at = (stage: string) => stop && beatKindOf({...stop, stage, outcome: 'refused'});
	t.is(at('apiserver.admit.validate.PodSecurity'), 'refused');
	t.is(at('apiserver.respond'), undefined);
	t.is(at('controller.deployment.retry'), undefined);
});

test('names of beats fill the row, two before the one at the cursor for each one after it', (t) => {
	const names = ['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee', 'ffff'];
	t.deepEqual(roomFor(names, 3, 4), [3, 3]);
	t.deepEqual(roomFor(names, 3, 11), [2, 3]);
	t.deepEqual(roomFor(names, 3, 25), [1, 4]);
	t.deepEqual(roomFor(names, 0, 18), [0, 2]);
	t.deepEqual(roomFor(names, 5, 100), [0, 5]);
});

test('what lies between two beats is counted by sort', (t) => {
	t.deepEqual(foldedIn(shop.recording.stops.slice(stepOf(0) + 1, stepOf(1))), {
		requests: 6,
		deliveries: 0,
		events: 0,
	});
});
