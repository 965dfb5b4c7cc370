import test, {type ExecutionContext} from 'ava';
import {open, send} from '../testing/https-client.js';
import {until} from '../testing/until.js';
import {Hold} from '../serve/hold.js';
import {rowsOn, typed} from '../testing/screens.js';
import {stateOf} from '../screen/start.js';
import {type State, isFollowing, stopOf} from '../screen/state/state.js';
import {startOfServed} from './serve-screen.js';
import {keyTable} from '../screen/input/key-table.js';
import {caughtUp} from '../screen/actions/live-steering.js';
import {must} from '../testing/must.js';
import type {Served} from './served.js';

const create = 'POST /api/v1/namespaces/default/configmaps';
const configMap = (name: string) => ({
	headers: {'content-type': 'application/json'},
	body: JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}}),
});

/** A server with a screen on it, for manual tests. */
const opened = async (t: ExecutionContext) => {
	const hold = new Hold(() => {});
	const world = await open(t, {hold});
	const served: Served = {
		recording: world.recording,
		pace: world.pace,
		hold,
		face: world.face,
		address: world.server,
		exported: 'export KUBECONFIG=/tmp/config',
	};
	const state = stateOf(startOfServed(served, 'en'), {keymap: keyTable, services: {}});
	return {world, state};
};

const stageAt = ({recording, cursor}: State): string | undefined => recording.stops.get(cursor)?.stage;

test('the screen follows what clients do, and says how to become one', async (t) => {
	const {world, state} = await opened(t);
	t.regex(rowsOn(state).join('\n'), /export KUBECONFIG=\/tmp\/config/);
	t.is((await send(world, create, configMap('a'))).status, 201);
	const now = caughtUp(state);
	t.true(isFollowing(now));
	t.true(now.cursor > state.cursor);
	t.false(must(stopOf(now), 'stop').periodic);
	t.regex(rowsOn({...now, message: ''}).join('\n'), /running · 1 request, 0 open · c holds it/);
});

test('a breakpoint of the screen holds a client, which is answered when the user lets it run', async (t) => {
	const {world, state} = await opened(t);
	const watching = typed(state, [':break apiserver.store object=/registry/configmaps/default/a']);
	t.true(isFollowing(watching));
	let answered = false;
	const creating = send(world, create, configMap('a')).then(({status}) => {
		answered = true;
		return status;
	});
	await until(() => world.pace.held !== undefined);
	const held = caughtUp(watching);
	t.false(isFollowing(held));
	t.is(stageAt(held), 'apiserver.store');
	t.regex(held.message, /^held at apiserver\.store/);
	const stepped = typed(held, ['s']);
	t.is(stepped.cursor, held.cursor + 1);
	t.is(typed(stepped, ['S']).cursor, held.cursor);
	t.regex(rowsOn({...stepped, message: ''}).join('\n'), /held · 1 request, 1 open · s steps/);
	t.false(answered);
	const running = typed(stepped, [':delete 1', 'c']);
	t.true(isFollowing(running));
	t.is(await creating, 201);
	t.is(world.pace.held, undefined);
});

test('a key that steps holds what runs; one that only looks does not', async (t) => {
	const {world, state} = await opened(t);
	const looking = typed(state, ['3']);
	t.true(isFollowing(looking));
	t.is(world.pace.held, undefined);
	const stepping = typed(state, ['S']);
	t.false(isFollowing(stepping));
	t.not(world.pace.held, undefined);
	// A request that arrives now hangs until the clock continues.
	const version = send(world, 'GET /version');
	await until(() => world.recording.inputs.length > 0);
	typed(stepping, ['c']);
	t.is((await version).status, 200);
});

test('a command in the past begins a future without the clients; theirs waits', async (t) => {
	const {world, state} = await opened(t);
	const past = typed(state, ['S', 'S']);
	const other = typed(past, [':kubectl create configmap mine']);
	t.not(other.recording, world.recording);
	t.regex(rowsOn({...other, message: ''}).join('\n'), /the clients are in another future, which is held/);
	const back = typed(other, [':other', 'c']);
	t.is(back.recording, world.recording);
	t.is(world.pace.held, undefined);
	t.is((await send(world, 'GET /api/v1/namespaces/default/configmaps/mine')).status, 404);
});

test('kubectl typed on the screen acts on the cluster that clients see', async (t) => {
	const {world, state} = await opened(t);
	const given = typed(state, [':kubectl create configmap mine']);
	t.false(isFollowing(given));
	typed(given, ['c']);
	const there = async (): Promise<number> =>
		(await send(world, 'GET /api/v1/namespaces/default/configmaps/mine')).status;
	t.is(await there(), 200);
});

test('a breakpoint that is meant once is gone from the screen when it was met', async (t) => {
	const {world, state} = await opened(t);
	const watching = typed(state, [':break apiserver.store once']);
	const creating = send(world, create, configMap('a'));
	await until(() => world.pace.held !== undefined);
	const held = caughtUp(watching);
	t.deepEqual(held.session.breakpoints, []);
	typed(held, ['c']);
	t.is((await creating).status, 201);
});
