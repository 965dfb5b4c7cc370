import {generateKeyPairSync} from 'node:crypto';
import test from 'ava';
import {createCluster} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import type {CertificateSigningRequest} from '../objects/kubernetes.generated.js';
import {certificateRequest} from '../testing/certificate-request.js';
import {json, open, scenarioWith, send} from '../testing/https-client.js';
import {until} from '../testing/until.js';

const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const asJSON = {'content-type': 'application/json'};

test('an approved certificate request is signed by the server’s authority, and its user connects; the replay needs no server', async (t) => {
	const scenario = {...scenarioWith({nodes: [{name: 'node-a'}]}), signsCertificates: true};
	const world = await open(t, {scenario});
	const {publicKey, privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
	const request = certificateRequest({commonName: 'jane', organizations: ['dev']}, publicKey, privateKey);
	const created = await send(world, `POST ${requests}`, {
		headers: asJSON,
		body: JSON.stringify({
			apiVersion: 'certificates.k8s.io/v1',
			kind: 'CertificateSigningRequest',
			metadata: {name: 'jane'},
			spec: {
				request: Buffer.from(request).toString('base64'),
				signerName: 'kubernetes.io/kube-apiserver-client',
				usages: ['client auth'],
			},
		}),
	});
	const condition = {type: 'Approved', status: 'True', reason: 'Fine'};
	const approved = {...json(created), status: {conditions: [condition]}};
	t.is(
		(await send(world, `PUT ${requests}/jane/approval`, {headers: asJSON, body: JSON.stringify(approved)})).status,
		200,
	);
	const stored = () =>
		world.recording.kernel.ledger.read<CertificateSigningRequest>('/registry/certificatesigningrequests/jane')?.status;
	await until(() => stored()?.certificate !== undefined);
	const {status} = json(await send(world, `GET ${requests}/jane`));
	const review = await send(world, 'POST /apis/authentication.k8s.io/v1/selfsubjectreviews', {
		headers: asJSON,
		body: '{"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"}',
		token: '',
		cert: Buffer.from(status.certificate, 'base64'),
		key: privateKey.export({type: 'pkcs8', format: 'pem'}),
	});
	t.is(review.status, 201);
	t.like(json(review)['status'].userInfo, {username: 'jane', groups: ['dev', 'system:authenticated']});
	const {inputs, fingerprint, stops} = world.recording;
	const again = new Recording(scenario, createCluster);
	const written: typeof inputs = JSON.parse(JSON.stringify(inputs));
	again.replay(written, stops.length);
	t.is(again.fingerprint, fingerprint);
});
