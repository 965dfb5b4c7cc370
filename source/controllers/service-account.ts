import type {Routine} from '../kernel/routine.js';
import {ApiError, isAlreadyExists} from '../client/errors.js';
import type {ConfigMap} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {Controller, Tools} from './controller.js';
import {isNamespaceTerminating} from './pod-control.js';
import {allow} from './controller-roles.js';

/** An object that every active namespace has, under a fixed name. */
interface Fixture {
	readonly controller: 'serviceaccount' | 'root-ca-certificate-publisher';
	readonly rules: Controller['rules'];
	readonly resource: 'serviceaccounts' | 'configmaps';
	readonly name: string;
	readonly create: (tools: Tools, namespace: string) => Routine<unknown>;
}

const inEveryNamespace = (account: string, fixture: Fixture): Controller => ({
	name: fixture.controller,
	reportsAs: account,
	rules: fixture.rules,
	build: (tools) => ({
		handlers: {
			namespaces: ({type, object}) => (type === 'DELETED' ? [] : [object.metadata.name]),
			[fixture.resource]: ({type, object}: {type: string; object: ConfigMap}) =>
				type === 'DELETED' && object.metadata.name === fixture.name ? [object.metadata.namespace] : [],
		},
		sync: (namespace) => sync(tools, fixture, namespace),
	}),
});

function* sync(tools: Tools, {controller, resource, name, create}: Fixture, namespace: string): Routine {
	const found = tools.informer('namespaces').get(undefined, namespace);
	const active = found !== undefined && found.status?.phase !== 'Terminating';
	const present = tools.informer(resource).get(namespace, name) !== undefined;
	const object = registryKey(resource, namespace, name);
	yield* note(`controller.${controller}.sync`, {namespace, active, present}, {object});
	if (!active || present) {
		return;
	}

	yield* note(`controller.${controller}.create`, {namespace}, {object});
	try {
		yield* create(tools, namespace);
	} catch (error) {
		if (!(error instanceof ApiError) || !(isAlreadyExists(error) || isNamespaceTerminating(error))) {
			throw error;
		}
	}
}

/** Creates the service account `default` in every namespace, without which Pods are refused. @see https://kubernetes.io/docs/concepts/security/service-accounts/ */
export const serviceAccount: Controller = inEveryNamespace('service-account-controller', {
	controller: 'serviceaccount',
	rules: [allow('create', 'serviceaccounts'), allow('create patch update', 'events', 'core events.k8s.io')],
	resource: 'serviceaccounts',
	name: 'default',
	create: ({client}, namespace) =>
		client.create('serviceaccounts', namespace, {
			apiVersion: 'v1',
			kind: 'ServiceAccount',
			metadata: {name: 'default', namespace},
		}),
});

/** The cluster's root certificate. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIDBTCCAe2gAwIBAgIIU2ltdWxhdGVkMA0GCSqGSIb3DQEBCwUAMBUxEzARBgNV
-----END CERTIFICATE-----
`;

/**
Writes the cluster's root certificate into every namespace, so that Pods can trust the apiserver.

@mirrors k8s.io/kubernetes/pkg/controller/certificates/rootcacertpublisher
*/
export const rootCertificate: Controller = inEveryNamespace('root-ca-cert-publisher', {
	controller: 'root-ca-certificate-publisher',
	rules: [allow('create update', 'configmaps'), allow('create patch update', 'events', 'core events.k8s.io')],
	resource: 'configmaps',
	name: 'kube-root-ca.crt',
	create: ({client}, namespace) =>
		client.create('configmaps', namespace, {
			apiVersion: 'v1',
			kind: 'ConfigMap',
			metadata: {
				name: 'kube-root-ca.crt',
				namespace,
				annotations: {
					'kubernetes.io/description':
						'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
				},
			},
			data: {'ca.crt': certificate},
		}),
});
