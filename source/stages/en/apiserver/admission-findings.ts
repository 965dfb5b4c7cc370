import type {AdmissionFindings, AdmissionName} from '../../facts/apiserver/admission.js';

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const pairs = (map: Readonly<Record<string, string>>, between = '='): string =>
	Object.entries(map)
		.map(([key, value]) => `${key}${between}${value}`)
		.join(', ');

/** Warnings and audit annotations, after a verdict. */
const told = ({warn, audit}: {readonly warn?: string; readonly audit?: string}): string =>
	[...(warn === undefined ? [] : [`; warn: ${warn}`]), ...(audit === undefined ? [] : [`; audit: ${audit}`])].join('');

const podSecurity = (found: AdmissionFindings['PodSecurity']): string => {
	switch (found.case) {
		case 'no-pod': {
			return 'There is no Pod in it to look at.';
		}

		case 'exempt-namespace': {
			return `The namespace "${found.namespace}" is exempt from the standards, whatever its labels ask for.`;
		}

		case 'exempt': {
			return `The ${found.by} is exempt from the standards.`;
		}

		case 'nothing-asked': {
			return `The namespace "${found.namespace}" asks nothing of its Pods.`;
		}

		case 'nothing-changed': {
			return `Nothing that a standard speaks of has changed in Pod "${found.pod}".`;
		}

		case 'namespace': {
			const {namespace, enforce, isNew, warnings} = found;
			if (warnings.length > 0) {
				return `The namespace "${namespace}" is to enforce "${enforce}"; Pods that are there and do not meet it stay: ${warnings.join('; ')}.`;
			}

			return `The namespace "${namespace}" enforces the standard "${enforce}"${isNew ? '' : ', which its Pods meet as far as it is new to them'}.`;
		}

		case 'pod': {
			return `The Pod meets the standard "${found.level}" that the namespace "${found.namespace}" enforces${told(found)}.`;
		}

		case 'workload': {
			return `A workload is never refused here, only the Pods made from it${told(found)}.`;
		}
	}
};

const priority = (found: AdmissionFindings['Priority']): string => {
	switch (found.case) {
		case 'class-unchanged': {
			return 'Priority classes are not changed on their way in.';
		}

		case 'class-only-default': {
			return 'It becomes the only default class of the cluster.';
		}

		case 'class-no-default': {
			return 'It is no default class, so no other is in its way.';
		}

		case 'kept': {
			return `The Pod keeps the priority it was created with, ${found.priority}.`;
		}

		case 'class': {
			return `The priority class "${found.priorityClass}"${found.isDefault ? ', the default of the cluster,' : ''} gives the Pod the priority ${found.priority} and the preemption policy ${found.preemptionPolicy}.`;
		}

		case 'no-class': {
			return 'The Pod names no priority class and the cluster has no default one, so its priority is 0 and it preempts lower ones.';
		}

		case 'is': {
			return `The Pod's priority is ${found.priority}.`;
		}
	}
};

const tokens = {
	mounted: '; its token is projected into every container at /var/run/secrets/kubernetes.io/serviceaccount',
	present: '',
	off: '; no token is mounted, as automountServiceAccountToken is false',
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
					: `No service account is named, so the Pod gets "${account}"`
			}${tokens[token]}${pullSecrets.length === 0 ? '' : `; the account's pull secrets are copied (${pullSecrets.join(', ')})`}.`;
		}

		case 'exists': {
			return `The service account "${found.account}" exists.`;
		}

		case 'names-secrets': {
			return `The service account "${found.account}" exists, and names every Secret that the Pod uses.`;
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
			return `Every container says all that the LimitRange of the namespace "${found.namespace}" has defaults for.`;
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
			return `No quota of the namespace "${found.namespace}" counts ${found.resource} like this.`;
		}

		default: {
			const quotas = found.quotas.map(({name, amounts}) => `"${name}" (${amounts})`).join(', ');
			return found.case === 'fits'
				? `It fits into the quota ${quotas}; a dry run is not charged.`
				: `It fits, and is charged to the quota ${quotas}.`;
		}
	}
};

const runtimeClass = (found: AdmissionFindings['RuntimeClass']): string => {
	switch (found.case) {
		case 'no-class': {
			return 'The Pod names no runtime class; its overhead is left for the check.';
		}

		case 'class': {
			return `The runtime class "${found.runtimeClass}" (handler ${found.handler}) adds ${found.overhead ? `an overhead of ${pairs(found.overhead, ' ')}` : 'no overhead'} and ${
				found.choosesNodes ? 'says on which nodes its Pods run' : 'runs on every node'
			}.`;
		}

		case 'overhead': {
			return `The Pod's overhead is that of its runtime class, ${pairs(found.overhead, ' ')}.`;
		}

		case 'no-overhead': {
			return 'The Pod claims no overhead.';
		}
	}
};

const podPreset = (found: AdmissionFindings['PodPreset']): string => {
	switch (found.case) {
		case 'excluded': {
			return 'The Pod keeps out of presets by its annotation.';
		}

		case 'none': {
			return `No preset of the namespace "${found.namespace}" selects the Pod.`;
		}

		case 'conflict': {
			return `Conflict: the Pod says otherwise than the presets ${found.presets.join(', ')}, so none of them is applied.`;
		}

		case 'applied': {
			return `The presets ${found.presets.join(', ')} put their environment, volumes and mounts into the Pod.`;
		}
	}
};

const namespaceAutoProvision = ({case: what, namespace}: AdmissionFindings['NamespaceAutoProvision']): string => {
	switch (what) {
		case 'exists': {
			return `The namespace "${namespace}" exists already.`;
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
			return `The claim names no storage class, so it gets the default one, "${found.className}".`;
		}

		case 'none': {
			return 'The claim names no storage class and the cluster has no default one.';
		}
	}
};

const defaultIngressClass = (found: AdmissionFindings['DefaultIngressClass']): string => {
	switch (found.case) {
		case 'named': {
			return `The Ingress names its class, "${found.className}".`;
		}

		case 'default': {
			return `The Ingress names no class, so it gets the default one, "${found.className}".`;
		}

		default: {
			return 'The Ingress names no class and the cluster has no default one.';
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
			return `${found.left} more events like this are let through before a limit is reached.`;
		}
	}
};

/** What each plug-in found out, in English. */
export const findingSentences: {readonly [N in AdmissionName]: (found: AdmissionFindings[N]) => string} = {
	AlwaysAdmit: () => 'AlwaysAdmit lets everything pass.',
	AlwaysDeny: () => '',
	AlwaysPullImages: (found) =>
		found.case === 'set'
			? 'Every container gets the pull policy Always: an image that is on the node already is not used without the right to pull it.'
			: 'Every container has the pull policy Always.',
	CertificateApproval: ({signer}) => `The user may approve requests to the signer "${signer}".`,
	CertificateSigning: ({signer}) => `The user may sign for "${signer}".`,
	CertificateSubjectRestriction: () => 'The request does not ask for system:masters of the signer of clients.',
	ClusterTrustBundleAttest: (found) =>
		found.case === 'allowed'
			? `The user may attest for the signer "${found.signer}".`
			: found.case === 'unchanged'
				? 'The bundle stays what it is.'
				: 'The bundle is bound to no signer.',
	DefaultIngressClass: defaultIngressClass,
	DefaultStorageClass: defaultStorageClass,
	DefaultTolerationSeconds: (found) =>
		found.case === 'own'
			? 'The Pod says itself how long it stays on a node that is not ready or unreachable.'
			: `The Pod tolerates ${found.taints.join(' and ')} for ${found.seconds} seconds, so that a short outage of its node does not evict it.`,
	DenyEscalatingExec: (found) =>
		found.case === 'no-pod' ? 'There is no such Pod.' : `Pod "${found.pod}" has no privileges to reach for.`,
	DenyServiceExternalIPs: () => 'The Service asks for no external IPs.',
	EventRateLimit: eventRateLimit,
	ExtendedResourceToleration: (found) =>
		found.case === 'none'
			? 'The Pod asks for no extended resource that it does not tolerate.'
			: `The Pod asks for ${found.resources.join(', ')} and so tolerates the taints that keep others off such nodes.`,
	ImagePolicyWebhook: (found) =>
		found.case === 'unanswered'
			? `Nobody answers (${found.failure}), and by default images are allowed.`
			: `The server allows the images ${found.images.join(', ')}.`,
	Initializers: ({pending}) =>
		pending.length === 0
			? 'No initializer is registered for objects like this one.'
			: `metadata.initializers.pending lists ${pending.join(', ')}: until it is empty the object is seen only with includeUninitialized=true.`,
	LimitPodHardAntiAffinityTopology: (found) =>
		found.case === 'none'
			? 'The Pod has no required anti-affinity.'
			: 'Its required anti-affinity speaks of single nodes only.',
	LimitRanger: limitRanger,
	MutatingAdmissionPolicy: ({changedBy}) =>
		changedBy.length === 0
			? 'No policy changes the object.'
			: `The object is changed by the ${changedBy.length === 1 ? 'policy' : 'policies'} ${quoted(changedBy)}.`,
	MutatingAdmissionWebhook: ({called}) =>
		called.length === 0
			? 'No mutating webhook is for requests like this one.'
			: `Mutating webhooks called: ${quoted(called)}.`,
	NamespaceAutoProvision: namespaceAutoProvision,
	NamespaceExists: ({namespace}) => `The namespace "${namespace}" exists.`,
	NamespaceLifecycle: (found) =>
		found.case === 'mortal'
			? `Namespace "${found.namespace}" is none of the system's, so it may be deleted.`
			: `The namespace "${found.namespace}" exists and is Active, so ${found.resource} are created in it.`,
	NodeRestriction: ({node, resource, subresource, name}) =>
		`The kubelet of "${node}" touches only what is its own: ${resource}${subresource === '' ? '' : `/${subresource}`} "${name}".`,
	OwnerReferencesPermissionEnforcement: ({user}) =>
		`The user "${user}" is allowed what these owner references stand for.`,
	PersistentVolumeClaimResize: (found) =>
		found.case === 'no-more'
			? `The claim "${found.claim}" does not ask for more than before.`
			: `The storage class "${found.storageClass}" expands volumes, so the claim may grow from ${found.from} to ${found.to}.`,
	PodNodeSelector: (found) =>
		found.case === 'agrees'
			? 'The node selector agrees with that of the namespace.'
			: found.case === 'none'
				? `The namespace "${found.namespace}" selects no nodes for its Pods.`
				: `The namespace "${found.namespace}" sends its Pods to nodes with ${pairs(found.selector)}.`,
	PodPreset: podPreset,
	PodResizeValidator: ({node, pod}) => `The node "${node}" has room for what Pod "${pod}" asks for now.`,
	PodSecurity: podSecurity,
	PodSecurityPolicy: ({policy}) =>
		`The policy "${policy}", which the user may use, takes the Pod and fills in what it leaves out.`,
	PodTolerationRestriction: (found) =>
		found.case === 'allowed'
			? 'The namespace allows every toleration of the Pod.'
			: found.case === 'none'
				? `The namespace "${found.namespace}" adds no tolerations.`
				: `The Pod now tolerates ${found.keys.map((key) => key || 'everything').join(', ')}: with the defaults of the namespace, and with memory pressure for a Pod that is not BestEffort.`,
	PodTopologyLabels: ({pod, added}) =>
		Object.keys(added).length === 0
			? `The node has no zone or region that Pod "${pod}" could learn.`
			: `Pod "${pod}" learns where it runs: ${pairs(added)}.`,
	Priority: priority,
	ResourceQuota: resourceQuota,
	RuntimeClass: runtimeClass,
	SecurityContextDeny: () => 'The Pod leaves users, groups and SELinux labels to the cluster.',
	ServiceAccount: serviceAccount,
	StorageObjectInUseProtection: ({kind, name, finalizer}) =>
		`${kind} "${name}" carries the finalizer ${finalizer}: deleting it waits until nobody uses it.`,
	TaintNodesByCondition: ({case: what, node, taint}) =>
		what === 'present'
			? `Node "${node}" has the taint ${taint} already.`
			: `Node "${node}" gets the taint ${taint}: no Pod is scheduled to it until it is seen Ready.`,
	ValidatingAdmissionPolicy: ({judgedBy}) =>
		judgedBy.length === 0
			? 'No policy is bound to requests like this one.'
			: `No policy refuses the request; judged by ${quoted(judgedBy)}.`,
	ValidatingAdmissionWebhook: ({allowedBy}) =>
		allowedBy.length === 0
			? 'No validating webhook is for requests like this one.'
			: `Allowed by the validating webhooks ${quoted(allowedBy)}.`,
};
