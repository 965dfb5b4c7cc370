import {copyOf, type Writable} from '../../objects/copy.js';
import type {Container, Pod, ServiceAccount, Volume} from '../../objects/kubernetes.generated.js';
import {pathSegmentErrors} from '../../objects/names.js';
import {somePodSecret} from '../../objects/pod-references.js';
import type {Random} from '../../kernel/random.js';
import {creates, objectOf, refuse, type AdmissionPlugin} from './plugin.js';

const mirrorAnnotation = 'kubernetes.io/config.mirror';
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
const volumePrefix = 'kube-api-access-';

/**
Gives every Pod an identity: its service account, the account's pull secrets, and a token in a projected volume.

@see https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/
@mirrors serviceaccount.Plugin.Admit
*/
export const serviceAccount: AdmissionPlugin<'ServiceAccount'> = {
	name: 'ServiceAccount',

	concerns: (attributes) =>
		creates(attributes, 'pods') ||
		(attributes.operation === 'UPDATE' &&
			attributes.subresource === 'ephemeralcontainers' &&
			attributes.resource.plural === 'pods' &&
			attributes.resource.group === ''),

	admit(attributes, {reader, kernel}) {
		const pod = objectOf(attributes, 'v1 Pod');
		if (attributes.operation === 'UPDATE') {
			return {object: pod, found: {case: 'kept', pod: attributes.name}};
		}

		if (isMirror(pod)) {
			const problem = mirrorProblem(pod);
			if (problem !== undefined) {
				throw refuse(attributes, problem);
			}

			return {object: pod, found: {case: 'mirror', pod: attributes.name}};
		}

		const name = pod.spec.serviceAccountName || 'default';
		const account = reader.get('serviceaccounts', attributes.namespace, name);
		if (!account) {
			throw refuse(
				attributes,
				`error looking up service account ${attributes.namespace}/${name}: ${notFoundBecause(name)}`,
			);
		}

		const spec = copyOf(pod.spec);
		spec.serviceAccountName = name;
		spec.serviceAccount = name;
		let token: 'mounted' | 'present' | 'off' = 'off';
		if (mountsToken(account, pod)) {
			token = mountToken(spec, kernel.random('admission/service-account')) ? 'mounted' : 'present';
		}

		const pullSecrets = (pod.spec.imagePullSecrets ?? []).length === 0 ? (account.imagePullSecrets ?? []) : [];
		if (pullSecrets.length > 0) {
			spec.imagePullSecrets = pullSecrets;
		}

		const object = copyOf(pod);
		object.spec = spec;
		return {
			object,
			found: {
				case: 'given',
				account: name,
				named: Boolean(pod.spec.serviceAccountName),
				token,
				pullSecrets: pullSecrets.map((secret) => secret.name ?? ''),
			},
		};
	},

	validate(attributes, {reader}) {
		const pod = objectOf(attributes, 'v1 Pod');
		if (isMirror(pod)) {
			const problem = mirrorProblem(pod);
			if (problem !== undefined) {
				throw refuse(attributes, problem);
			}

			return {case: 'mirror-refers-to-nothing', pod: attributes.name};
		}

		const name = pod.spec.serviceAccountName ?? '';
		if (name === '') {
			throw refuse(attributes, `no service account specified for pod ${attributes.namespace}/${attributes.name}`);
		}

		const account = reader.get('serviceaccounts', attributes.namespace, name);
		if (!account) {
			throw refuse(
				attributes,
				`error looking up service account ${attributes.namespace}/${name}: ${notFoundBecause(name)}`,
			);
		}

		if (!enforcesMountableSecrets(account)) {
			return {case: 'exists', account: name};
		}

		const problem = unreferencedSecret(account, pod, attributes.subresource === 'ephemeralcontainers');
		if (problem !== undefined) {
			throw refuse(attributes, problem);
		}

		return {case: 'names-secrets', account: name};
	},
};

/** @mirrors serviceaccount.Plugin.enforceMountableSecrets, strconv.ParseBool */
const enforcesMountableSecrets = ({metadata}: ServiceAccount): boolean =>
	/^(1|t|T|TRUE|true|True)$/.test(metadata.annotations?.['kubernetes.io/enforce-mountable-secrets'] ?? '');

/**
The first Secret of the Pod that its account does not name.

@mirrors serviceaccount.Plugin.limitSecretReferences, serviceaccount.Plugin.limitEphemeralContainerSecretReferences
*/
const unreferencedSecret = (account: ServiceAccount, pod: Pod, ephemeralOnly: boolean): string | undefined => {
	const mountable = new Set((account.secrets ?? []).map(({name}) => name));
	const because = `is not allowed because service account ${account.metadata.name} does not reference that`;
	const refused = (name: string | undefined) =>
		mountable.has(name) ? undefined : `secret.secretName="${name ?? ''}" ${because} secret`;
	const inContainers = (kind: string, containers: readonly Pick<Container, 'name' | 'env' | 'envFrom'>[] = []) => {
		for (const {name: container, env = [], envFrom = []} of containers) {
			for (const {name, valueFrom} of env) {
				const problem = valueFrom?.secretKeyRef && refused(valueFrom.secretKeyRef.name);
				if (problem) {
					return `${kind} ${container} with envVar ${name} referencing ${problem}`;
				}
			}

			for (const {secretRef} of envFrom) {
				const problem = secretRef && refused(secretRef.name);
				if (problem) {
					return `${kind} ${container} with envFrom referencing ${problem}`;
				}
			}
		}

		return undefined;
	};

	const {volumes = [], initContainers, containers, ephemeralContainers, imagePullSecrets = []} = pod.spec;
	if (ephemeralOnly) {
		return inContainers('ephemeral container', ephemeralContainers);
	}

	for (const {secret} of volumes) {
		const problem = secret && refused(secret.secretName);
		if (problem) {
			return `volume with ${problem}`;
		}
	}

	const problem = inContainers('init container', initContainers) ?? inContainers('container', containers);
	if (problem) {
		return problem;
	}

	const pulls = new Set((account.imagePullSecrets ?? []).map(({name}) => name));
	for (const [index, {name}] of imagePullSecrets.entries()) {
		if (!pulls.has(name)) {
			return `imagePullSecrets[${index}].name="${name ?? ''}" ${because} imagePullSecret`;
		}
	}

	return undefined;
};

/** The error of a client for a name that does not fit into a URL: the server requests an account that is not cached from itself. */
const notFoundBecause = (name: string): string => {
	const wrong = pathSegmentErrors(name);
	return wrong.length > 0
		? `invalid resource name ${JSON.stringify(name)}: [${wrong.join(' ')}]`
		: `serviceaccount "${name}" not found`;
};

const isMirror = (pod: Pod): boolean => pod.metadata.annotations?.[mirrorAnnotation] !== undefined;

/** Static Pods are in a file of a node; they cannot depend on objects that the node has yet to read. */
const mirrorProblem = (pod: Pod): string | undefined => {
	if (pod.spec.serviceAccountName) {
		return 'a mirror pod may not reference service accounts';
	}

	if (somePodSecret(pod, () => true)) {
		return 'a mirror pod may not reference secrets';
	}

	return (pod.spec.volumes ?? []).some(({projected}) =>
		(projected?.sources ?? []).some(({serviceAccountToken}) => serviceAccountToken),
	)
		? 'a mirror pod may not use ServiceAccountToken volume projections'
		: undefined;
};

/** The Pod's setting overrides the account's; the default is yes. */
const mountsToken = (account: ServiceAccount, pod: Pod): boolean =>
	pod.spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;

const lacksToken = ({volumeMounts}: Container): boolean =>
	!volumeMounts?.some((mount) => mount.mountPath === mountPath);

/** Gives the spec the token's volume, mounted into each container that has no mount there yet. @returns false if every container has one. */
const mountToken = (spec: Writable<Pod['spec']>, random: Random): boolean => {
	const {containers, initContainers, volumes = []} = spec;
	if (!containers?.some((container) => lacksToken(container)) && !initContainers?.some((each) => lacksToken(each))) {
		return false;
	}

	const present = volumes.find(({name}) => name.startsWith(volumePrefix));
	const name = present?.name ?? volumePrefix + random.suffix(5);
	const mount = (container: Container): Container => {
		if (!lacksToken(container)) {
			return container;
		}

		const mounted = copyOf(container);
		mounted.volumeMounts = [...(container.volumeMounts ?? []), {mountPath, name, readOnly: true}];
		return mounted;
	};
	spec.containers = (containers ?? []).map((container) => mount(container));
	if (initContainers) {
		spec.initContainers = initContainers.map((container) => mount(container));
	}

	if (!present) {
		spec.volumes = [...volumes, {name, projected: tokenSources}];
	}

	return true;
};

const frozen = <T extends object>(value: T): T => {
	for (const key in value) {
		const item: unknown = value[key];
		if (typeof item === 'object' && item !== null) {
			frozen(item);
		}
	}

	return Object.freeze(value);
};

/**
Token, certificate authority and namespace in one directory; the extra 7 seconds distinguish the default from an hour that a user requests.
All Pods share one frozen object, which is checked only once.
*/
const tokenSources: NonNullable<Volume['projected']> = frozen({
	defaultMode: 420,
	sources: [
		{serviceAccountToken: {expirationSeconds: 3607, path: 'token'}},
		{configMap: {items: [{key: 'ca.crt', path: 'ca.crt'}], name: 'kube-root-ca.crt'}},
		{downwardAPI: {items: [{fieldRef: {apiVersion: 'v1', fieldPath: 'metadata.namespace'}, path: 'namespace'}]}},
	],
});
