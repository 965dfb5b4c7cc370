import test from 'ava';
import {signingProblem} from '../controllers/certificate-signing.js';
import {subjectOf} from '../objects/certificate.js';
import {Trial} from '../testing/trial.js';

/** A request for O=dev, CN=jane, made by openssl. */
const request =
	'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWE1IOENBUUF3SFRFTU1Bb0dBMVVFQ2d3RFpHVjJNUTB3Q3dZRFZRUUREQVJxWVc1bE1Ga3dFd1lIS29aSQp6ajBDQVFZSUtvWkl6ajBEQVFjRFFnQUVkU3h5Y0FBVUlMOThKeEtadFhJakxCb3lreGlqK1hXVGVxTW1OTWtPCkZqQzZyWHB0K2RwRmRXYVR0NGVHTWFUa0M4V1hDb3ZxaG1HNHI4cm5oS3RDbUtBQU1Bb0dDQ3FHU000OUJBTUMKQTBnQU1FVUNJUUNuWmp3WnpWbmpQWk9WaWdnRVJNWjVhUGNEd3I3dUNuVzZLOHJUZm8vbVhnSWdBWWdOcE5regpHNi9GQlN5aFlvb3pjN05nZE5tYUIzSjJjSEhVNi9qS1VuTT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==';

const manifest = (usages = '[client auth]') => `
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: jane}
spec:
  request: ${request}
  signerName: kubernetes.io/kube-apiserver-client
  usages: ${usages}
`;

const condition = (trial: Trial): string =>
	trial.kubectl('get csr jane --no-headers').stdout.trim().split(/\s+/).at(-1) ?? '';

test('an approved request is signed, and the certificate is its user', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(manifest());
	t.is(condition(trial), 'Pending');
	t.is(trial.kubectl('certificate approve jane').code, 0);
	t.is(condition(trial), 'Approved,Issued');
	const certificate = trial.kubectl('get csr jane -o jsonpath={.status.certificate}').stdout;
	t.regex(
		Buffer.from(certificate, 'base64').toString(),
		/^-----BEGIN CERTIFICATE-----\n[\w+/=\n]+-----END CERTIFICATE-----\n$/,
	);
	t.deepEqual(subjectOf(certificate), {commonName: 'jane', organizations: ['dev']});
	const config = (command: string) => trial.kubectl(`config ${command}`);
	config(`set users.jane.client-certificate-data ${certificate}`);
	config('set-context jane --cluster=kubernetes --user=jane');
	t.regex(trial.kubectl('auth whoami --context=jane').stdout, /Username +jane\nGroups +\[dev system:authenticated\]/);
});

test('a request that is denied, or whose usages its signer does not know, is not signed', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(manifest());
	trial.kubectl('certificate deny jane');
	t.is(condition(trial), 'Denied');
	trial.kubectl('delete csr jane');
	trial.apply(manifest('[server auth]'));
	trial.kubectl('certificate approve jane');
	t.is(condition(trial), 'Approved,Failed');
});

const serving = 'kubernetes.io/kubelet-serving';

test('the signer of kubelets’ servers asks for a node', (t) => {
	const node = {commonName: 'system:node:a', organizations: ['system:nodes']};
	const table = [
		[{signerName: serving, usages: ['server auth' as const]}, node, undefined],
		[{signerName: serving, usages: ['client auth' as const]}, node, 'usages did not match'],
		[
			{signerName: serving, usages: ['server auth' as const]},
			{...node, organizations: ['dev']},
			'subject organization is not system:nodes',
		],
		[
			{signerName: serving, usages: ['server auth' as const]},
			{...node, commonName: 'jane'},
			'subject common name does not begin with system:node:',
		],
	] as const;
	for (const [spec, subject, problem] of table) {
		t.is(signingProblem({...spec, usages: [...spec.usages]}, subject), problem);
	}
});
