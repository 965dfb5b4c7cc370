import {request as httpsRequest, type RequestOptions} from 'node:https';
import type {ExecutionContext} from 'ava';
import {createCluster} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import {completeScenario} from '../scenario/scenario.js';
import {CertificateAuthority} from '../serve/certificates.js';
import type {Hold} from '../serve/hold.js';
import type {Limits} from '../serve/limits.js';
import {callServers} from '../serve/outside-servers.js';
import {Pace, type Speed} from '../serve/pace.js';
import {ApiFace} from '../serve/server.js';
import type {ScenarioFile} from '../scenario/scenario-file.js';

/** A control plane, or with nodes more, and two users by token. */
export const scenarioWith = (file: ScenarioFile = {}) =>
	completeScenario({
		nodes: [],
		...file,
		users: [
			{name: 'admin', token: 'secret', groups: ['system:masters']},
			{name: 'jane', token: 'hers', uid: '7', groups: ['developers']},
		],
	});

/** The options of a test's server. */
interface Serving {
	readonly limits?: Partial<Limits>;
	readonly speed?: Speed;
	readonly hold?: Hold;
	readonly scenario?: ReturnType<typeof scenarioWith>;
}

/** A server on its own port, until it is closed. */
export const serveCluster = async ({limits, speed = 'max', hold, scenario = scenarioWith()}: Serving = {}) => {
	const recording = new Recording(scenario, createCluster);
	// The cluster is up before the first request.
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	const failures: unknown[] = [];
	const pace: Pace = new Pace(recording, {
		speed,
		holdAt: (stop) => hold?.isAt(pace, stop) ?? false,
		onFailure(error) {
			failures.push(error);
		},
	});
	const authority = new CertificateAuthority();
	if (scenario.callsServers || scenario.signsCertificates) {
		callServers(pace, authority);
	}

	const face = new ApiFace(pace, {authority, host: '127.0.0.1', port: 0, limits});
	const server = await face.listen();
	pace.run();
	const close = async (): Promise<void> => {
		pace.end();
		await face.close();
	};
	return {recording, pace, authority, face, server, failures, close};
};

/** A server on its own port, until the test ends. */
export const open = async (t: ExecutionContext, serving: Serving = {}) => {
	const {close, ...served} = await serveCluster(serving);
	t.teardown(close);
	return served;
};

export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body: Buffer;
}

/** Sends a request, `POST /path`, and reads the whole answer. */
export const send = async (
	{server, authority}: {readonly server: string; readonly authority: CertificateAuthority},
	line: string,
	{token = 'secret', headers = {}, body, ...rest}: RequestOptions & {token?: string; body?: string | Buffer} = {},
	onData: (text: string) => void = () => {},
): Promise<Answer> =>
	new Promise((resolve, reject) => {
		const [method, target] = line.split(' ');
		const outgoing = httpsRequest(
			new URL(target!, server),
			{
				method,
				ca: authority.certificate,
				headers: {...(token === '' ? {} : {authorization: `Bearer ${token}`}), ...headers},
				...rest,
			},
			(response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => {
					chunks.push(chunk);
					onData(chunk.toString());
				});
				response.on('end', () => {
					resolve({status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks)});
				});
				response.on('error', reject);
			},
		);
		outgoing.on('error', reject);
		outgoing.end(body);
	});

export const json = ({body}: Answer) => JSON.parse(body.toString()) as Record<string, any>;

/** Creates the CustomResourceDefinition of boxes.example.com. @param spec its versions and other fields. */
export const defineBoxes = async (world: Parameters<typeof send>[0], spec: object): Promise<Answer> =>
	send(world, 'POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
		headers: {'content-type': 'application/json'},
		body: JSON.stringify({
			apiVersion: 'apiextensions.k8s.io/v1',
			kind: 'CustomResourceDefinition',
			metadata: {name: 'boxes.example.com'},
			spec: {group: 'example.com', names: {plural: 'boxes', kind: 'Box'}, scope: 'Namespaced', ...spec},
		}),
	});
