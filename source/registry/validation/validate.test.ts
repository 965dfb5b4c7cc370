import test from 'ava';
import {formatError} from '../../objects/field-error.js';
import {setDefaults, validateCreate, validateUpdate, warningsFor} from '../../testing/intake.js';

const create = (object: object): string[] => validateCreate(setDefaults(object)).map((error) => formatError(error));

const budget = (metadata: object) => ({
	apiVersion: 'policy/v1',
	kind: 'PodDisruptionBudget',
	metadata: {name: 'web', namespace: 'default', ...metadata},
	spec: {minAvailable: 1, selector: {matchLabels: {app: 'web'}}},
});

test('the metadata of every kind is checked, and only when there is nothing else to say', (t) => {
	t.deepEqual(create(budget({name: 'a%b'})), ['metadata.name: Invalid value: "a%b": may not contain \'%\'']);
	t.deepEqual(create({...budget({name: 'a%b'}), spec: {minAvailable: -1, selector: {}}}), [
		'spec.minAvailable: Invalid value: -1: must be greater than or equal to 0',
	]);
});

test('only the finalizers of some kinds must say whose they are', (t) => {
	const problem = 'name is neither a standard finalizer name nor is it fully qualified';
	const metadata = {name: 'web', namespace: 'default', finalizers: ['mine']};
	t.deepEqual(create({apiVersion: 'v1', kind: 'ConfigMap', metadata}), [
		`metadata.finalizers[0]: Invalid value: "mine": ${problem}`,
	]);
	t.deepEqual(create({apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: {}}), []);
});

test('what an update breaks in the metadata is reported for all kinds first, then by the kind itself', (t) => {
	const configMap = (labels: object) => ({
		apiVersion: 'v1',
		kind: 'ConfigMap',
		metadata: {name: 'web', namespace: 'default', resourceVersion: '1', labels},
	});
	const errors = validateUpdate(configMap({'a b': 'c'}), configMap({}));
	t.true(errors.length > 1);
	t.is(new Set(errors.map((error) => formatError(error))).size, 1);
});

test('amounts of resources are no finer than a thousandth', (t) => {
	const pod = {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {name: 'web'},
		spec: {containers: [{name: 'main', image: 'nginx', resources: {limits: {cpu: '0.0001', memory: '1.5Gi'}}}]},
	};
	t.deepEqual(setDefaults(pod as object as typeof pod).spec.containers[0]!.resources.limits, {
		cpu: '1m',
		memory: '1536Mi',
	});
});

test('a TLS secret whose parts are no pair is stored with a warning', (t) => {
	const warn = (data: object) =>
		warningsFor({apiVersion: 'v1', kind: 'Secret', metadata: {name: 'tls'}, type: 'kubernetes.io/tls', data});
	const base64 = (text: string) => Buffer.from(text).toString('base64');
	const pem = (type: string) => base64(`-----BEGIN ${type}-----\nAAAA\n-----END ${type}-----\n`);
	t.deepEqual(warn({'tls.crt': base64('x'), 'tls.key': base64('y')}), [
		'tls: failed to find any PEM data in certificate input',
	]);
	t.deepEqual(warn({'tls.crt': pem('RSA PRIVATE KEY'), 'tls.key': pem('CERTIFICATE')}), [
		'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
	]);
	t.deepEqual(warn({'tls.crt': pem('CERTIFICATE'), 'tls.key': pem('CERTIFICATE')}), [
		'tls: found a certificate rather than a key in the PEM for the private key',
	]);
});
