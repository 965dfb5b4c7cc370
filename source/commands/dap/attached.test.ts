import {spawn} from 'node:child_process';
import {statSync} from 'node:fs';
import {connect} from 'node:net';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {isRecord, type Fields} from '../../kernel/record.js';
import {Hold} from '../../serve/hold.js';
import {open, send} from '../../testing/https-client.js';
import {until} from '../../testing/until.js';
import {must} from '../../testing/must.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';
import {takeEditors} from './editors.js';
import {framed, MessageReader} from './framing.js';
import type {Served} from '../served.js';

const create = 'POST /api/v1/namespaces/default/configmaps';
const configMap = (name: string) => ({
	headers: {'content-type': 'application/json'},
	body: JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}}),
});

/** A server that accepts editors, at the socket that `dap` uses. */
const serving = async (t: ExecutionContext) => {
	const home = temporaryFolder();
	const hold = new Hold(() => {});
	const world = await open(t, {hold});
	const {recording, pace, face} = world;
	const served: Served = {recording, pace, hold, face, address: world.server, exported: ''};
	const port = Number(new URL(world.server).port);
	const socket = path.join(home, 'k8s-walkthrough', `dap-${port}.sock`);
	const leave = await takeEditors(served, socket);
	t.teardown(() => {
		leave();
	});
	return {world, home, port, socket, leave};
};

/** An editor: the command `dap`, and its output. */
const editor = (t: ExecutionContext, home: string) => {
	const cli = fileURLToPath(new URL('../../bundle/cli.js', import.meta.url));
	const child = spawn(process.execPath, [cli, 'dap'], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: {...process.env, XDG_DATA_HOME: home},
	});
	t.teardown(() => {
		child.kill();
	});
	const reader = new MessageReader();
	const messages: Fields[] = [];
	child.stdout.on('data', (chunk: Uint8Array) => {
		messages.push(...reader.push(chunk).filter((message) => isRecord(message)));
	});
	const exited = new Promise((resolve) => {
		child.once('close', resolve);
	});
	let seq = 0;
	return {
		exited,
		/** The answer to a request. */
		async ask(command: string, given: object = {}): Promise<Fields> {
			seq++;
			const mine = seq;
			child.stdin.write(framed({seq, type: 'request', command, arguments: given}));
			const answer = () => messages.find((message) => message['request_seq'] === mine);
			await until(() => answer() !== undefined);
			return must(answer(), command);
		},
		/** The next event of a kind, which is removed. */
		async event(name: string): Promise<Fields> {
			const index = () => messages.findIndex(({event}) => event === name);
			await until(() => index() !== -1);
			const {body} = must(messages.splice(index(), 1)[0], name);
			return isRecord(body) ? body : {};
		},
	};
};

/** An editor that is attached, with a breakpoint. */
const attached = async (t: ExecutionContext, {home, port}: {readonly home: string; readonly port: number}) => {
	const client = editor(t, home);
	await client.ask('initialize', {adapterID: 'k8s-walkthrough'});
	t.true((await client.ask('attach', {port}))['success']);
	await client.event('initialized');
	await client.ask('setFunctionBreakpoints', {breakpoints: [{name: 'apiserver.store object=configmap/a'}]});
	await client.ask('configurationDone');
	return client;
};

test('an editor that is attached to a server holds its client, steps back in its request, and lets it go on', async (t) => {
	const server = await serving(t);
	t.is(statSync(server.socket).mode & 0o777, 0o600);
	const client = await attached(t, server);
	let answered = false;
	const creating = send(server.world, create, configMap('a')).then(({status}) => {
		answered = true;
		return status;
	});
	const held = await client.event('stopped');
	t.deepEqual([held['reason'], held['description']], ['function breakpoint', 'apiserver.store']);
	t.false(answered);
	await client.ask('stepBack');
	t.is((await client.event('stopped'))['description'], 'apiserver.admit.validate.ResourceQuota');
	const done = await client.ask('evaluate', {expression: 'kubectl create configmap mine'});
	t.like(done['body'], {result: 'configmap/mine created'});
	// Forward through the recorded stops, past the breakpoint.
	await client.ask('continue');
	await client.event('stopped');
	await client.ask('setFunctionBreakpoints', {breakpoints: []});
	await client.ask('continue');
	t.is(await creating, 201);
	t.is((await send(server.world, 'GET /api/v1/namespaces/default/configmaps/mine')).status, 200);
	await client.ask('pause');
	t.is((await client.event('stopped'))['reason'], 'pause');
	t.not(server.world.pace.held, undefined);
	await client.ask('disconnect');
	t.is(await client.exited, 0);
	await until(() => server.world.pace.held === undefined);
	t.is((await send(server.world, create, configMap('b'))).status, 201);
});

test('what holds a server is one editor; when it goes away, clients are served on', async (t) => {
	const server = await serving(t);
	const socket = connect(server.socket);
	t.teardown(() => {
		socket.destroy();
	});
	socket.write(framed({seq: 1, type: 'request', command: 'initialize'}));
	await new Promise((resolve) => socket.once('data', resolve));
	const late = editor(t, server.home);
	await late.ask('initialize');
	t.regex(String((await late.ask('attach', {port: server.port}))['message']), /another editor is attached to it/);
	for (const [index, command] of ['attach', 'configurationDone', 'pause'].entries()) {
		socket.write(framed({seq: 2 + index, type: 'request', command}));
	}

	await until(() => server.world.pace.held !== undefined);
	socket.destroy();
	await until(() => server.world.pace.held === undefined);
	t.is((await send(server.world, create, configMap('a'))).status, 201);
});

test('an editor hears that a server has ended, or that there is none', async (t) => {
	const server = await serving(t);
	const client = await attached(t, server);
	server.leave();
	await client.event('terminated');
	t.is(await client.exited, 0);
	const late = editor(t, server.home);
	await late.ask('initialize');
	t.regex(
		String((await late.ask('attach', {port: server.port}))['message']),
		/no server accepts editors on port \d+: start k8s-walkthrough serve --dap --port \d+/,
	);
});
