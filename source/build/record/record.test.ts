import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {gunzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {open} from '../../testing/https-client.js';
import {must} from '../../testing/must.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import {differences} from '../conformance/differences.js';
import {readGoldens, readLines} from '../conformance/golden.js';
import type {Mutation} from '../conformance/mutations.js';
import {apiFacts, withoutSentences} from './api-facts.js';
import {exchange, readEndpoint, type Endpoint} from './endpoint.js';
import {freshCluster} from './fresh-cluster.js';
import {answered, prepareMutations} from './mutations.js';
import {agreed} from './placements.js';
import {protobufFacts} from './protobuf-facts.js';
import {recorded} from './wire-player.js';

const cluster = fileURLToPath(new URL('../../../snapshots/cluster/', import.meta.url));
const facts = (name: string): unknown => JSON.parse(gunzipSync(readFileSync(`${cluster}${name}.json.gz`)).toString());

/** The simulated control plane behind HTTPS, as the recorder meets a real one: by a kubeconfig. */
const served = async (t: ExecutionContext): Promise<Endpoint> => {
	const {server, authority} = await open(t);
	const kubeconfig = `apiVersion: v1
kind: Config
current-context: recorded
contexts: [{name: recorded, context: {cluster: served, user: admin}}]
clusters: [{name: served, cluster: {server: "${server}", certificate-authority-data: ${Buffer.from(authority.certificate).toString('base64')}}}]
users: [{name: admin, user: {token: secret}}]
`;
	return readEndpoint(put(temporaryFolder(), 'kubeconfig', kubeconfig));
};

test.serial('recorded from the simulator, the facts of the API are the recorded ones', async (t) => {
	const found = await apiFacts(await served(t));
	t.deepEqual(differences(facts('api-facts'), JSON.parse(JSON.stringify(found))).slice(0, 5), []);
});

test.serial('recorded from the simulator, a fresh control plane is the recorded one', async (t) => {
	const endpoint = await served(t);
	// The recorded cluster was not set up by kubeadm.
	const kubeadm = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/kubeadm:cluster-admins';
	await exchange(endpoint, 'DELETE', kubeadm);
	const differing = differences(facts('fresh-cluster'), await freshCluster(endpoint));
	// The simulated kube-apiserver renews no Lease about its identity.
	t.deepEqual(
		differing.filter((line) => !line.startsWith('./apis/coordination.k8s.io/v1/leases:')),
		[],
	);
});

/** Scenarios of each sort of step that needs no program beside the server. */
const scenarios = [
	'api/watch/existing-objects-first',
	'api/create/generate-name',
	'controllers/replicaset/scale-up',
	'auth/rbac/forbidden',
];

test.serial('a scenario that is played over HTTPS has the answers of the goldens', async (t) => {
	const endpoint = await served(t);
	const goldens = readGoldens(`${cluster}goldens.jsonl.gz`);
	const topics = new Map(goldens.map((golden) => [golden.id.split('/').slice(0, 2).join('/'), golden]));
	const chosen = scenarios.map(
		(id) => goldens.find((golden) => golden.id === id) ?? topics.get(id.replace(/\/[^/]*$/, '')),
	);
	for (const golden of chosen) {
		const {entries, ...scenario} = must(golden, 'a golden');
		// eslint-disable-next-line no-await-in-loop
		const again = await recorded(endpoint, scenario);
		t.deepEqual(differences(entries, again.entries), [], scenario.id);
	}
});

test.serial('a mutation that is sent over HTTPS has the recorded answer', async (t) => {
	const endpoint = await served(t);
	await prepareMutations(endpoint);
	for (const {answer, ...mutation} of readLines<Mutation>(`${cluster}mutations.jsonl.gz`).slice(0, 30)) {
		// eslint-disable-next-line no-await-in-loop
		const again = await answered(endpoint, mutation);
		t.deepEqual(differences(answer, again.answer), [], `mutation ${mutation.index}`);
	}
});

test('several runs of a scheduler agree on any of several nodes, or on one message', (t) => {
	t.deepEqual(agreed([{node: 'b'}, {node: 'a'}, {node: 'b'}]), {nodes: ['a', 'b']});
	t.deepEqual(agreed([{message: 'none'}, {message: 'none'}]), {message: 'none'});
	t.is(agreed([{message: 'none'}, {node: 'a'}]), undefined);
	t.is(agreed([{message: 'one'}, {message: 'other'}]), undefined);
});

test('fields of a .proto file have their number, name and type', (t) => {
	const text = `syntax = "proto2";
package k8s.io.api.core.v1;
// message Comment { optional string no = 1; }
message Pair {
  // its name
  optional string name = 1;
  repeated Pair others = 2;
  map<string, Pair> byName = 3;
  optional .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta metadata = 4;
}
`;
	t.deepEqual(protobufFacts(text), {
		'k8s.io.api.core.v1.Pair': {
			1: ['name', 'string'],
			2: ['others', 'repeated k8s.io.api.core.v1.Pair'],
			3: ['byName', 'map<string, k8s.io.api.core.v1.Pair>'],
			4: ['metadata', 'k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta'],
		},
	});
	t.throws(() => protobufFacts('message A {}'), {message: /names its package/});
});

test('a kubeconfig that lacks what its context names is refused in words', (t) => {
	const folder = temporaryFolder();
	const read = (text: string) => () => readEndpoint(put(folder, 'kubeconfig', text));
	t.throws(read('- list'), {message: /is no kubeconfig/});
	t.throws(read('current-context: a'), {message: 'the kubeconfig has no context called "a"'});
	t.throws(read('current-context: a\ncontexts: [{name: a, context: {cluster: c, user: u}}]'), {
		message: 'the kubeconfig has no cluster called "c"',
	});
});

test('descriptions of a schema are left out, a property called description stays', (t) => {
	t.deepEqual(
		withoutSentences({description: 'words', properties: {description: {type: 'string', description: 'words'}}}),
		{
			properties: {description: {type: 'string'}},
		},
	);
});
