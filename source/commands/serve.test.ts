import {readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {PassThrough} from 'node:stream';
import test, {type ExecutionContext} from 'ava';
import {claimsFor, issueToken} from '../apiserver/authentication/token.js';
import {stringify} from 'yaml';
import {Mistake} from '../scenario/mistake.js';
import {lastApplied} from '../objects/last-applied.js';
import {encodeProtobuf} from '../registry/protobuf/encode.js';
import {languageOf} from '../stages/language.js';
import {json, scenarioWith, send} from '../testing/https-client.js';
import {until} from '../testing/until.js';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {checkRecording, readRecording} from './replay.js';
import {serve, type Steerable, type ServeOptions} from './serve.js';
import {askControl} from './control.js';
import {steerByLines} from './serve-console.js';

const never = new Promise<string>(() => {});
const configMap = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;

/** Serves with the options while `use` runs; its files are in a folder of their own. */
const served = async (
	t: ExecutionContext,
	optionsIn: (home: string) => Partial<ServeOptions>,
	use: (served: Steerable, home: string) => Promise<void>,
): Promise<{readonly printed: string; readonly home: string}> => {
	const home = temporaryFolder();
	let printed = '';
	const options: ServeOptions = {
		scenario: scenarioWith(),
		host: '127.0.0.1',
		port: 0,
		speed: 'max',
		breakpoints: [],
		kubeconfig: path.join(home, 'made/config'),
		language: languageOf(undefined),
		write(text) {
			printed += text;
		},
		tell() {},
		...optionsIn(home),
	};
	await serve(options, async (now) => {
		await use(now, home);
		return 'over';
	});
	return {printed, home};
};

test('manifests are applied before anybody can connect, and what kubectl says of them is printed', async (t) => {
	const manifests = {
		files: {'a.yaml': `${configMap('a')}---\n${configMap('B')}`},
		command: 'apply -f a.yaml',
		objects: [],
		warnings: [],
	};
	const {printed} = await served(
		t,
		(home) => ({manifests, record: path.join(home, 'session.yaml')}),
		async ({address, face}) => {
			const {authority} = face.options;
			const found = await send({server: address, authority}, 'GET /api/v1/namespaces/default/configmaps/a');
			t.is(json(found)['metadata'].name, 'a');
		},
	);
	t.regex(printed, /^configmap\/a created\nThe ConfigMap "B" is invalid: /);
	t.regex(printed, /over: served 1 request;/);
});

test('a recording and a kubeconfig are for their owner only; a recording holds no token of a user and replays', async (t) => {
	const {home} = await served(
		t,
		(folder) => ({record: path.join(folder, 'session.yaml')}),
		async ({address, face}) => {
			const {authority} = face.options;
			t.is((await send({server: address, authority}, 'GET /api/v1/nodes', {token: 'secret'})).status, 200);
			t.is((await send({server: address, authority}, 'GET /api/v1/nodes', {token: 'hers'})).status, 403);
		},
	);
	const [kubeconfig, file] = [path.join(home, 'made/config'), path.join(home, 'session.yaml')];
	t.deepEqual(
		[kubeconfig, file].map((name) => statSync(name).mode & 0o777),
		[0o600, 0o600],
	);
	const text = readFileSync(file, 'utf8');
	t.false(/secret|hers/.test(text));
	t.true(text.includes('Bearer redacted-2'));
	t.is(
		checkRecording(readRecording(text, file), file, () => {}),
		0,
	);
});

test('the end of a session names the Secrets whose values its recording contains, a deleted one too', async (t) => {
	const session = async (kind: string): Promise<string> => {
		const {printed} = await served(
			t,
			(folder) => ({record: path.join(folder, 'session.yaml')}),
			async ({address, face}) => {
				const {authority} = face.options;
				const body = JSON.stringify({apiVersion: 'v1', kind, metadata: {name: 'a'}, data: {password: 'aHVudGVy'}});
				const at = `/api/v1/namespaces/default/${kind.toLowerCase()}s`;
				const sent = {body, headers: {'content-type': 'application/json'}};
				t.is((await send({server: address, authority}, `POST ${at}`, sent)).status, 201);
				t.is((await send({server: address, authority}, `DELETE ${at}/a`)).status, 200);
			},
		);
		return printed;
	};

	t.regex(await session('Secret'), /\nthe recording contains the values of a Secret: default\/a\n$/);
	t.notRegex(await session('ConfigMap'), /the recording contains/);
});

/** Requests that write a value to a Secret, each in another way; the value is `hunter` and the number of the request. */
const secretWrites = (): ReadonlyArray<{
	readonly line: string;
	readonly type: string;
	readonly body: string | Buffer;
	readonly status: number;
}> => {
	const at = '/api/v1/namespaces/default/secrets';
	const value = (number: number): string => Buffer.from(`hunter${number}`).toString('base64');
	const secret = (number: number) => ({
		apiVersion: 'v1',
		kind: 'Secret',
		metadata: {
			name: `made-${number}`,
			annotations: {[lastApplied]: JSON.stringify({data: {password: value(number)}})},
		},
		data: {password: value(number)},
	});
	const patch = 'application/merge-patch+json';
	return [
		{line: `POST ${at}`, type: 'application/json', body: JSON.stringify(secret(0)), status: 201},
		{
			line: `POST ${at}`,
			type: 'application/vnd.kubernetes.protobuf',
			body: Buffer.from(encodeProtobuf(secret(1)) ?? ''),
			status: 201,
		},
		{
			line: `PUT ${at}/made-0`,
			type: 'application/yaml',
			body: stringify({...secret(2), metadata: {name: 'made-0'}}),
			status: 200,
		},
		{line: `PATCH ${at}/made-0`, type: patch, body: '{"stringData": {"more": "hunter3"}}', status: 200},
		{
			line: `PATCH ${at}/made-0`,
			type: 'application/json-patch+json',
			body: `[{"op": "replace", "path": "/data/password", "value": "${value(4)}"}]`,
			status: 200,
		},
		{
			line: `PATCH ${at}/made-0`,
			type: 'application/json-patch+json',
			body: `[{"op": "add", "path": "/data", "value": {"other": "${value(5)}"}}]`,
			status: 200,
		},
		{
			line: `PATCH ${at}/made-0`,
			type: 'application/json-patch+json',
			body: `[{"op": "add", "path": "/metadata/annotations", "value": {"${lastApplied}": "{\\"data\\": {\\"other\\": \\"${value(5)}\\"}}"}}]`,
			status: 200,
		},
		{line: `POST ${at}`, type: 'application/json', body: '{"data": {"password": "hunter6"', status: 400},
	];
};

test('with --redact, no value of a Secret is in the recording, whichever way it was written, and the recording replays', async (t) => {
	const manifests = {
		files: {
			'a.yaml': `${configMap('a')}---\napiVersion: v1\nkind: Secret\nmetadata: {name: b}\nstringData: {password: hunter7}\n`,
		},
		command: 'apply -f a.yaml',
		objects: [],
		warnings: [],
	};
	const {printed, home} = await served(
		t,
		(folder) => ({manifests, record: path.join(folder, 'session.yaml'), redact: true}),
		async ({address, face}) => {
			const {authority} = face.options;
			for (const {line, type, body, status} of secretWrites()) {
				const found = await send({server: address, authority}, line, {body, headers: {'content-type': type}});
				t.is(found.status, status, `${line} ${type}`);
			}

			const {data} = json(await send({server: address, authority}, 'GET /api/v1/namespaces/default/secrets/made-1'));
			t.is(Buffer.from(data.password, 'base64').toString(), 'hunter1', 'clients read what they wrote');
		},
	);
	const file = path.join(home, 'session.yaml');
	const text = readFileSync(file, 'utf8');
	t.notRegex(text, /hunter|aHVudGVy|bmV0/);
	t.is(new Set(text.match(/cmVkYWN0ZWQt\w+/g)).size, 5, 'each value has a text of its own');
	t.regex(
		printed,
		/the recording has other text in place of the values of 3 Secrets: default\/b, default\/made-0, default\/made-1\n$/,
	);
	t.is(
		checkRecording(readRecording(text, file), file, () => {}),
		0,
	);
});

test('a recording keeps the tokens of users if one asks for them, is for its owner only, and replays', async (t) => {
	const {home} = await served(
		t,
		(folder) => ({record: path.join(folder, 'session.yaml'), recordTokens: true}),
		async ({address, face}) => {
			const {authority} = face.options;
			t.is((await send({server: address, authority}, 'GET /api/v1/nodes', {token: 'hers'})).status, 403);
		},
	);
	const file = path.join(home, 'session.yaml');
	const text = readFileSync(file, 'utf8');
	t.true(text.includes('Bearer hers'));
	t.false(text.includes('redacted'));
	t.is(statSync(file).mode & 0o777, 0o600);
	t.is(
		checkRecording(readRecording(text, file), file, () => {}),
		0,
	);
});

test('each session has an authority and a secret of its own; who serves beyond this machine is warned', async (t) => {
	const seen: Array<readonly [authority: string, secret: string | undefined]> = [];
	const use = async ({face, recording}: Steerable): Promise<void> => {
		seen.push([face.options.authority.certificate, recording.scenario.tokenKey]);
	};

	const {printed: near} = await served(t, () => ({}), use);
	const {printed: far} = await served(t, () => ({host: '0.0.0.0'}), use);
	const [first, second] = seen;
	t.true(first?.[0] !== second?.[0] && first?.[1] !== second?.[1]);
	t.notRegex(near, /warning/);
	t.regex(far, /^warning: any client that reaches 0\.0\.0\.0 can connect\./m);
});

test('the first line counts the nodes, with those that KWOK manages', async (t) => {
	const scenario = scenarioWith({nodes: [{name: 'node-a'}], kwok: {nodes: [{count: 4}, {name: 'other'}]}});
	const {printed} = await served(
		t,
		() => ({scenario}),
		async () => {},
	);
	t.regex(printed, / · 6 nodes · speed max$/m);
});

test('a recording that could not be written is refused before anything is served', async (t) => {
	const error = await t.throwsAsync(
		served(
			t,
			(home) => ({record: path.join(home, 'none/session.yaml')}),
			async () => {
				t.fail('it is served');
			},
		),
		{instanceOf: Mistake},
	);
	t.is(error.message, 'no such file or folder');
});

test('tokens of service accounts are signed with a secret of the session: what anybody could write is refused', async (t) => {
	await served(
		t,
		() => ({}),
		async ({address, face, recording}) => {
			const world = {server: address, authority: face.options.authority};
			const accounts = '/api/v1/namespaces/kube-system/serviceaccounts';
			const body = JSON.stringify({apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'robot'}});
			const headers = {'content-type': 'application/json'};
			const {metadata} = json(await send(world, `POST ${accounts}`, {headers, body}));
			const nowSeconds = Math.floor(recording.kernel.wallClockMs / 1000);
			const asking = {
				namespace: 'kube-system',
				name: 'robot',
				uid: metadata.uid,
				expirationSeconds: 3600,
				nowSeconds,
				tokenUid: 'forged',
			};
			const claims = claimsFor(asking);
			const key = recording.scenario.tokenKey;
			t.true((key ?? '').length >= 40);
			const malformed: object = {...claims, 'kubernetes.io': {namespace: 'kube-system'}};
			for (const [token, status] of [
				[issueToken(claims), 401],
				[issueToken(claims, 'guessed'), 401],
				[issueToken({...claims, sub: 'system:serviceaccount:kube-system:other'}, key), 401],
				[issueToken(Object.assign({...claims}, malformed), key), 401],
				[issueToken(claimsFor({...asking, nowSeconds: nowSeconds - 3601}), key), 401],
				[issueToken(claimsFor({...asking, uid: 'another'}), key), 401],
				[issueToken(claimsFor({...asking, pod: {name: 'none', uid: 'none'}}), key), 401],
				[issueToken(claims, key), 403],
			] as const) {
				// eslint-disable-next-line no-await-in-loop
				t.is((await send(world, 'GET /api/v1/nodes', {token})).status, status);
			}

			const asked = JSON.stringify({apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {}});
			const {status} = json(await send(world, `POST ${accounts}/robot/token`, {headers, body: asked}));
			t.is((await send(world, 'GET /api/v1/nodes', {token: status.token})).status, 403);
		},
	);
});

test('words through the control socket cause faults, hold the cluster, list its stops, and give its recording', async (t) => {
	await served(
		t,
		() => ({keepsHistory: true, scenario: scenarioWith({nodes: [{name: 'node-a'}]})}),
		async (now, home) => {
			const socket = path.join(home, 'control.sock');
			const input = new PassThrough();
			let written = '';
			const over = steerByLines(
				now,
				input,
				{write: (text) => (written += text), language: languageOf(undefined)},
				never,
				socket,
			);
			await until(() => written.includes('Press Ctrl-C'));
			t.is(statSync(socket).mode & 0o777, 0o600);
			const ask = async (...words: readonly string[]) => askControl(socket, words);
			t.deepEqual(await ask('fault', 'crash', 'kube-scheduler'), {text: 'fault: crash kube-scheduler'});
			t.true((await ask('fault', 'crash', 'nothing')).failed);
			t.regex((await ask('fault', 'crsh', 'kube-scheduler')).text, /crsh/);
			t.deepEqual(await ask('break', 'apiserver.route', "if=facts.path == '/api/v1/nodes/node-a'"), {
				text: 'breakpoint 1',
			});
			const {address, face} = now;
			const answered = send({server: address, authority: face.options.authority}, 'GET /api/v1/nodes/node-a');
			t.regex((await ask('wait', '20')).text, /^held at .*apiserver\.route/);
			t.regex((await ask('step')).text, /apiserver\./);
			t.deepEqual(await ask('break', 'apiserver.store object=deploy/web'), {text: 'breakpoint 2'});
			t.deepEqual(await ask('break', "if=object.kind == 'Pod'"), {text: 'breakpoint 3'});
			t.deepEqual(await ask('delete', '7'), {text: 'there is no breakpoint 7', failed: true});
			t.deepEqual(await ask('delete', '1'), {text: 'breakpoint 1 deleted'});
			t.deepEqual(await ask('continue'), {text: 'running'});
			t.is((await answered).status, 200);
			t.regex((await ask('stops', 'fault.**')).text, /kube-scheduler/);
			const {text} = await ask('export');
			t.notThrows(() => checkRecording(readRecording(text, 'control'), 'control', () => {}));
			t.true(text.includes('fault: crash kube-scheduler'));
			t.regex((await ask('nonsense')).text, /^unknown command nonsense\ncommands: /);
			input.write('fault heal\n');
			await until(() => written.includes('fault: heal'));
			input.write("break 'apiserver.store object=cm/held'\n");
			await until(() => written.includes('breakpoint 4'));
			input.write('break apiserver.store if=\'object.kind == "Pod"\'\n');
			await until(() => written.includes('breakpoint 5'));
			await ask('quit');
			t.is(await over, 'quit');
			await t.throwsAsync(ask('where'), {instanceOf: Mistake, message: /no server answers at/});
		},
	);
});
