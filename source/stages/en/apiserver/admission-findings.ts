import type {FindingSentences} from '../../admission-words.js';
import type {AdmissionFindings} from '../../facts/apiserver/admission.js';
import {counted} from '../words.js';

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const pairs = (map: Readonly<Record<string, string>>, between = '='): string =>
	Object.entries(map)
		.map(([key, value]) => `${key}${between}${value}`)
		.join(', ');

/** Warnings and audit annotations, after a verdict. */
const notices = ({warn, audit}: {readonly warn?: string; readonly audit?: string}): string =>
	[...(warn === undefined ? [] : [`; warn: ${warn}`]), ...(audit === undefined ? [] : [`; audit: ${audit}`])].join('');

const podSecurity = (found: AdmissionFindings['PodSecurity']): string => {
	switch (found.case) {
		case 'no-pod': {
			return 'The request contains no Pod to check.';
		}

		case 'exempt-namespace': {
			return `The namespace "${found.namespace}" is exempt from the standards, regardless of its labels.`;
		}

		case 'exempt': {
			return `The ${found.by} is exempt from the standards.`;
		}

		case 'nothing-asked': {
			return `The namespace "${found.namespace}" sets no standard for its Pods.`;
		}

		case 'nothing-changed': {
			return `The change to Pod "${found.pod}" touches nothing that the standards cover.`;
		}

		case 'namespace': {
			const {namespace, enforce, isNew, warnings} = found;
			if (warnings.length > 0) {
				return `The namespace "${namespace}" will enforce "${enforce}"; existing Pods that violate it stay: ${warnings.join('; ')}.`;
			}

			return `The namespace "${namespace}" enforces the standard "${enforce}"${isNew ? '' : '; no existing Pod newly violates it'}.`;
		}

		case 'pod': {
			return `The Pod meets the standard "${found.level}" that the namespace "${found.namespace}" enforces${notices(found)}.`;
		}

		case 'workload': {
			return `PodSecurity never refuses a workload, only the Pods created from it${notices(found)}.`;
		}
	}
};

const priority = (found: AdmissionFindings['Priority']): string => {
	switch (found.case) {
		case 'class-unchanged': {
			return 'This plug-in does not change priority classes.';
		}

		case 'class-only-default': {
			return 'The class becomes the only default of the cluster.';
		}

		case 'class-no-default': {
			return 'The class is not a default, so no other class can conflict with it.';
		}

		case 'kept': {
			return `The Pod keeps the priority it was created with, ${found.priority}.`;
		}

		case 'class': {
			return `The priority class "${found.priorityClass}"${found.isDefault ? ', the default of the cluster,' : ''} gives the Pod priority ${found.priority} and preemption policy ${found.preemptionPolicy}.`;
		}

		case 'no-class': {
			return 'The Pod names no priority class and there is no default, so its priority is 0 and it may preempt Pods of lower priority.';
		}

		case 'is': {
			return `The Pod's priority is ${found.priority}.`;
		}
	}
};

const tokens = {
	mounted: '; its token is projected into every container at /var/run/secrets/kubernetes.io/serviceaccount',
	present: '',
	off: '; no token is mounted, because automountServiceAccountToken is false',
} as const;

const serviceAccount = (found: AdmissionFindings['ServiceAccount']): string => {
	switch (found.case) {
		case 'kept': {
			return `Pod "${found.pod}" keeps the service account it was created with.`;
		}

		case 'mirror': {
			return `Pod "${found.pod}" mirrors a static Pod, which has no service account.`;
		}

		case 'mirror-refers-to-nothing': {
			return `Pod "${found.pod}" mirrors a static Pod and refers to nothing in the API.`;
		}

		case 'given': {
			const {account, named, token, pullSecrets} = found;
			return `${
				named
					? `The Pod runs as the service account "${account}"`
					: `The Pod names no service account, so it gets "${account}"`
			}${tokens[token]}${pullSecrets.length === 0 ? '' : `; the account's pull secrets are copied (${pullSecrets.join(', ')})`}.`;
		}

		case 'exists': {
			return `The service account "${found.account}" exists.`;
		}

		case 'names-secrets': {
			return `The service account "${found.account}" exists and lists every Secret that the Pod uses.`;
		}
	}
};

const limitRanger = (found: AdmissionFindings['LimitRanger']): string => {
	switch (found.case) {
		case 'no-defaults': {
			return 'Limit ranges have no defaults for claims.';
		}

		case 'no-range': {
			return `The namespace "${found.namespace}" has no LimitRange${found.mutating ? ', so requests and limits stay as they are' : ''}.`;
		}

		case 'all-said': {
			return `Every container already sets all values for which the LimitRange of the namespace "${found.namespace}" has a default.`;
		}

		case 'set': {
			return `The LimitRange of the namespace "${found.namespace}" sets ${found.set.join('; ')}.`;
		}

		case 'within': {
			return `${found.kind} "${found.name}" is within the bounds of ${quoted(found.ranges)}.`;
		}
	}
};

const resourceQuota = (found: AdmissionFindings['ResourceQuota']): string => {
	switch (found.case) {
		case 'no-quota': {
			return `The namespace "${found.namespace}" has no quota.`;
		}

		case 'not-counted': {
			return `No quota in the namespace "${found.namespace}" counts ${found.resource} like this.`;
		}

		default: {
			const quotas = found.quotas.map(({name, amounts}) => `"${name}" (${amounts})`).join(', ');
			const noun = found.quotas.length === 1 ? 'quota' : 'quotas';
			return found.case === 'fits'
				? `The request fits within the ${noun} ${quotas}; a dry run is not charged.`
				: `The request fits and is charged to the ${noun} ${quotas}.`;
		}
	}
};

const runtimeClass = (found: AdmissionFindings['RuntimeClass']): string => {
	switch (found.case) {
		case 'no-class': {
			return 'The Pod names no runtime class; its overhead is checked later.';
		}

		case 'class': {
			return `The runtime class "${found.runtimeClass}" (handler ${found.handler}) adds ${found.overhead ? `an overhead of ${pairs(found.overhead, ' ')}` : 'no overhead'} and ${
				found.choosesNodes ? 'selects the nodes for its Pods' : 'allows every node'
			}.`;
		}

		case 'overhead': {
			return `The Pod's overhead is that of its runtime class, ${pairs(found.overhead, ' ')}.`;
		}

		case 'no-overhead': {
			return 'The Pod sets no overhead.';
		}
	}
};

const podPreset = (found: AdmissionFindings['PodPreset']): string => {
	switch (found.case) {
		case 'excluded': {
			return 'An annotation excludes the Pod from presets.';
		}

		case 'none': {
			return `No preset in the namespace "${found.namespace}" selects the Pod.`;
		}

		case 'conflict': {
			return `No preset is applied: the Pod conflicts with ${found.presets.join(', ')}.`;
		}

		case 'applied': {
			return `The Pod gets the environment, volumes and mounts of ${found.presets.length === 1 ? 'the preset' : 'the presets'} ${found.presets.join(', ')}.`;
		}
	}
};

const namespaceAutoProvision = ({case: what, namespace}: AdmissionFindings['NamespaceAutoProvision']): string => {
	switch (what) {
		case 'exists': {
			return `The namespace "${namespace}" already exists.`;
		}

		case 'dry-run': {
			return `The namespace "${namespace}" is missing; a dry run does not create it.`;
		}

		case 'created': {
			return `The namespace "${namespace}" did not exist, so it is created for its first object.`;
		}
	}
};

const defaultStorageClass = (found: AdmissionFindings['DefaultStorageClass']): string => {
	switch (found.case) {
		case 'empty': {
			return 'The claim asks for no storage class.';
		}

		case 'named': {
			return `The claim names the storage class "${found.className}".`;
		}

		case 'default': {
			return `The claim names no storage class, so it gets the default, "${found.className}".`;
		}

		case 'none': {
			return 'The claim names no storage class and the cluster has no default.';
		}
	}
};

const defaultIngressClass = (found: AdmissionFindings['DefaultIngressClass']): string => {
	switch (found.case) {
		case 'named': {
			return `The Ingress names its class, "${found.className}".`;
		}

		case 'default': {
			return `The Ingress names no class, so it gets the default, "${found.className}".`;
		}

		default: {
			return 'The Ingress names no class and the cluster has no default.';
		}
	}
};

const eventRateLimit = (found: AdmissionFindings['EventRateLimit']): string => {
	switch (found.case) {
		case 'dry-run': {
			return 'A dry run is not counted.';
		}

		case 'no-limit': {
			return 'No limit is configured.';
		}

		case 'counted': {
			return `${counted(found.left, 'more event')} like this one may pass before the limit applies.`;
		}
	}
};

/** The finding of each admission plug-in, in English. */
export const findingSentences: FindingSentences = {
	common: (found, plugin) =>
		found.case === 'sets' ? `${plugin} sets ${found.fields.join(', ')}.` : `${plugin} has nothing to change or refuse.`,
	AlwaysAdmit: () => 'AlwaysAdmit lets everything pass.',
	AlwaysDeny: () => '',
	AlwaysPullImages: (found) =>
		found.case === 'set'
			? 'Every container gets the pull policy Always: a Pod can use a cached image only if it has the credentials to pull it.'
			: 'Every container has the pull policy Always.',
	CertificateApproval: ({signer}) => `The user may approve requests for the signer "${signer}".`,
	CertificateSigning: ({signer}) => `The user may sign for "${signer}".`,
	CertificateSubjectRestriction: () => 'The request does not ask the signer of client certificates for system:masters.',
	ClusterTrustBundleAttest: (found) => {
		if (found.case === 'allowed') {
			return `The user may attest for the signer "${found.signer}".`;
		}

		if (found.case === 'unchanged') {
			return 'The bundle does not change.';
		}

		return 'The bundle is bound to no signer.';
	},
	DefaultIngressClass: defaultIngressClass,
	DefaultStorageClass: defaultStorageClass,
	DefaultTolerationSeconds: (found) =>
		found.case === 'own'
			? 'The Pod already sets how long it stays on a node that is unreachable or not ready.'
			: `The Pod tolerates ${found.taints.join(' and ')} for ${found.seconds} seconds, so that a short outage of its node does not evict it.`,
	DenyEscalatingExec: (found) =>
		found.case === 'no-pod' ? 'The Pod does not exist.' : `Pod "${found.pod}" has no privileges that exec could gain.`,
	DenyServiceExternalIPs: () => 'The Service asks for no external IPs.',
	EventRateLimit: eventRateLimit,
	ExtendedResourceToleration: (found) =>
		found.case === 'none'
			? 'The Pod needs no tolerations for extended resources.'
			: `The Pod asks for ${found.resources.join(', ')}, so it tolerates the taints that keep other Pods off nodes with these resources.`,
	ImagePolicyWebhook: (found) =>
		found.case === 'unanswered'
			? `The server does not answer (${found.failure}); defaultAllow lets the images pass.`
			: `The image policy server allows ${found.images.join(', ')}.`,
	Initializers: ({pending}) =>
		pending.length === 0
			? 'No initializer is registered for objects like this one.'
			: `metadata.initializers.pending lists ${pending.join(', ')}: until it is empty, the object is visible only with includeUninitialized=true.`,
	LimitPodHardAntiAffinityTopology: (found) =>
		found.case === 'none'
			? 'The Pod has no required anti-affinity.'
			: 'The required anti-affinity of the Pod uses only the topology kubernetes.io/hostname.',
	LimitRanger: limitRanger,
	MutatingAdmissionPolicy: ({changedBy}) =>
		changedBy.length === 0
			? 'No policy changes the object.'
			: `${changedBy.length === 1 ? 'The policy' : 'The policies'} ${quoted(changedBy)} ${changedBy.length === 1 ? 'changes' : 'change'} the object.`,
	MutatingAdmissionWebhook: ({called, passed}) => {
		if (called.length > 0) {
			return `Mutating webhooks called: ${quoted(called)}.`;
		}

		if (passed.length > 0) {
			return `${quoted(passed)} ${passed.length === 1 ? 'matches, but is' : 'match, but are'} not called again: a second call needs reinvocationPolicy IfNeeded and a change by another plug-in.`;
		}

		return 'No mutating webhook matches the request.';
	},
	NamespaceAutoProvision: namespaceAutoProvision,
	NamespaceExists: ({namespace}) => `The namespace "${namespace}" exists.`,
	NamespaceLifecycle: (found) =>
		found.case === 'mortal'
			? `The namespace "${found.namespace}" is not a system namespace, so it may be deleted.`
			: `The namespace "${found.namespace}" exists and is Active, so ${found.resource} may be created in it.`,
	NodeRestriction: ({node, resource, subresource, name}) =>
		`The kubelet of "${node}" writes an object of its own: ${resource}${subresource === '' ? '' : `/${subresource}`} "${name}".`,
	OwnerReferencesPermissionEnforcement: ({user}) => `The user "${user}" may set these owner references.`,
	PersistentVolumeClaimResize: (found) =>
		found.case === 'no-more'
			? `The claim "${found.claim}" does not ask for more than before.`
			: `The storage class "${found.storageClass}" allows expansion, so the claim may grow from ${found.from} to ${found.to}.`,
	PodNodeSelector: (found) => {
		if (found.case === 'agrees') {
			return 'The node selector agrees with that of the namespace.';
		}

		if (found.case === 'none') {
			return `The namespace "${found.namespace}" has no node selector for its Pods.`;
		}

		return `The namespace "${found.namespace}" sends its Pods to nodes with ${pairs(found.selector)}.`;
	},
	PodPreset: podPreset,
	PodResizeValidator: ({node, pod}) => `The node "${node}" has room for the new requests of Pod "${pod}".`,
	PodSecurity: podSecurity,
	PodSecurityPolicy: ({policy}) =>
		`The policy "${policy}", which the user may use, accepts the Pod and fills in missing fields.`,
	PodTolerationRestriction: (found) => {
		if (found.case === 'allowed') {
			return 'The namespace allows every toleration of the Pod.';
		}

		if (found.case === 'none') {
			return `The namespace "${found.namespace}" adds no tolerations.`;
		}

		return `The Pod now tolerates ${found.keys.map((key) => key || 'everything').join(', ')}: these include the defaults of the namespace and, unless the Pod is BestEffort, memory pressure.`;
	},
	PodTopologyLabels: ({pod, added}) =>
		Object.keys(added).length === 0
			? `The node has no zone or region label for Pod "${pod}".`
			: `Pod "${pod}" gets the topology labels of its node: ${pairs(added)}.`,
	Priority: priority,
	ResourceQuota: resourceQuota,
	RuntimeClass: runtimeClass,
	SecurityContextDeny: () => 'The Pod sets no user, no group and no SELinux options.',
	ServiceAccount: serviceAccount,
	StorageObjectInUseProtection: ({kind, name, finalizer}) =>
		`${kind} "${name}" has the finalizer ${finalizer}: it is not deleted while it is in use.`,
	TaintNodesByCondition: ({case: what, node, taint}) =>
		what === 'present'
			? `Node "${node}" already has the taint ${taint}.`
			: `Node "${node}" gets the taint ${taint}: no Pod is scheduled to it until it is Ready.`,
	ValidatingAdmissionPolicy: ({judgedBy}) =>
		judgedBy.length === 0
			? 'No policy applies to the request.'
			: `No policy refuses the request. Checked: ${quoted(judgedBy)}.`,
	ValidatingAdmissionWebhook: ({allowedBy}) =>
		allowedBy.length === 0
			? 'No validating webhook matches the request.'
			: `Validating webhooks allow the request: ${quoted(allowedBy)}.`,
};
