import type {AdmissionPluginName, RemovedPluginName} from '../../../objects/admission-plugins.js';
import type {KubernetesObject} from '../../../objects/kubernetes-object.js';

/** A current plug-in, or one that a scenario restores. */
export type AdmissionName = AdmissionPluginName | RemovedPluginName;

/** The finding of each plug-in that allows a request, where it is its own: its change of the object, and the reason. */
export interface AdmissionFindings {
	AlwaysAdmit: {readonly case: 'passed'};
	AlwaysDeny: never;
	AlwaysPullImages: {readonly case: 'set' | 'checked'};
	CertificateApproval: {readonly signer: string};
	CertificateSigning: {readonly signer: string};
	CertificateSubjectRestriction: {readonly case: 'no-masters'};
	ClusterTrustBundleAttest:
		{readonly case: 'no-signer' | 'unchanged'} | {readonly case: 'allowed'; readonly signer: string};
	DefaultIngressClass: ClassChoice;
	DefaultStorageClass: ClassChoice;
	DefaultTolerationSeconds:
		{readonly case: 'own'} | {readonly case: 'added'; readonly taints: readonly string[]; readonly seconds: number};
	DenyEscalatingExec: {readonly case: 'no-pod'} | {readonly case: 'unprivileged'; readonly pod: string};
	DenyServiceExternalIPs: {readonly case: 'none'};
	EventRateLimit:
		| {readonly case: 'dry-run' | 'no-limit'}
		/** The number of further such events that are allowed now. */
		| {readonly case: 'counted'; readonly left: number};
	ExtendedResourceToleration: {readonly case: 'none'} | {readonly case: 'added'; readonly resources: readonly string[]};
	ImagePolicyWebhook:
		| {readonly case: 'unanswered'; readonly failure: string}
		| {readonly case: 'allowed'; readonly images: readonly string[]};
	/** The initializers of the object. */
	Initializers: {readonly pending: readonly string[]};
	LimitPodHardAntiAffinityTopology: {readonly case: 'none' | 'single-nodes'};
	LimitRanger:
		| {readonly case: 'no-defaults'}
		| {
				readonly case: 'no-range';
				readonly namespace: string;
				/** Whether it is mutating, and so before validation. */ readonly mutating: boolean;
		  }
		| {readonly case: 'all-said'; readonly namespace: string}
		/** The values that were set, in the words of the annotation: `cpu request for container main`. */
		| {readonly case: 'set'; readonly namespace: string; readonly set: readonly string[]}
		| {readonly case: 'within'; readonly kind: string; readonly name: string; readonly ranges: readonly string[]};
	/** The names of the policies that changed the object. */
	MutatingAdmissionPolicy: {readonly changedBy: readonly string[]};
	/** The names of the webhooks that were called, and of matching ones that are not called a second time. */
	MutatingAdmissionWebhook: {readonly called: readonly string[]; readonly passed: readonly string[]};
	NamespaceAutoProvision: {readonly case: 'exists' | 'dry-run' | 'created'; readonly namespace: string};
	NamespaceExists: {readonly namespace: string};
	NamespaceLifecycle:
		| {readonly case: 'mortal'; readonly namespace: string}
		/** The plural name of the created resource. */
		| {readonly case: 'active'; readonly namespace: string; readonly resource: string};
	NodeRestriction: {
		readonly node: string;
		readonly resource: string;
		/** The subresource; empty for the resource itself. */
		readonly subresource: string;
		readonly name: string;
	};
	OwnerReferencesPermissionEnforcement: {readonly user: string};
	PersistentVolumeClaimResize:
		| {readonly case: 'no-more'; readonly claim: string}
		| {readonly case: 'may-grow'; readonly storageClass: string; readonly from: string; readonly to: string};
	PodNodeSelector:
		| {readonly case: 'none'; readonly namespace: string}
		| {readonly case: 'added'; readonly namespace: string; readonly selector: Readonly<Record<string, string>>}
		| {readonly case: 'agrees'};
	PodPreset:
		| {readonly case: 'excluded'}
		| {readonly case: 'none'; readonly namespace: string}
		| {readonly case: 'conflict' | 'applied'; readonly presets: readonly string[]};
	PodResizeValidator: {readonly node: string; readonly pod: string};
	PodSecurity:
		| {readonly case: 'no-pod'}
		| {readonly case: 'exempt-namespace'; readonly namespace: string}
		/** The reason for the exemption: `namespace`, `user`, `runtimeClass`. */
		| {readonly case: 'exempt'; readonly by: string}
		| {readonly case: 'nothing-asked'; readonly namespace: string}
		| {readonly case: 'nothing-changed'; readonly pod: string}
		/** A namespace with the standard that it enforces, and the warnings about existing Pods. */
		| {
				readonly case: 'namespace';
				readonly namespace: string;
				readonly enforce: string;
				readonly isNew: boolean;
				readonly warnings: readonly string[];
		  }
		| {
				readonly case: 'pod';
				readonly namespace: string;
				readonly level: string;
				/** How the Pod violates the standards for warn and audit. */
				readonly warn?: string;
				readonly audit?: string;
		  }
		| {readonly case: 'workload'; readonly warn?: string; readonly audit?: string};
	PodSecurityPolicy: {readonly policy: string};
	PodTolerationRestriction:
		| {readonly case: 'none'; readonly namespace: string}
		/** The keys of all its tolerations; an empty one tolerates everything. */
		| {readonly case: 'added'; readonly keys: readonly string[]}
		| {readonly case: 'allowed'};
	PodTopologyLabels: {readonly pod: string; readonly added: Readonly<Record<string, string>>};
	Priority:
		| {readonly case: 'class-unchanged' | 'class-only-default' | 'class-no-default'}
		| {readonly case: 'kept'; readonly priority: number | undefined}
		| {
				readonly case: 'class';
				readonly priorityClass: string;
				/** Whether it is the cluster's default, because the Pod does not have its own class. */
				readonly isDefault: boolean;
				readonly priority: number;
				readonly preemptionPolicy: string;
		  }
		| {readonly case: 'no-class'}
		| {readonly case: 'is'; readonly priority: number};
	ResourceQuota:
		| {readonly case: 'no-quota'; readonly namespace: string}
		| {readonly case: 'not-counted'; readonly namespace: string; readonly resource: string}
		| {
				readonly case: 'fits' | 'charged';
				/** Quotas with the charges to each, as Kubernetes prints it. */
				readonly quotas: ReadonlyArray<{readonly name: string; readonly amounts: string}>;
		  };
	RuntimeClass:
		| {readonly case: 'no-class' | 'no-overhead'}
		| {
				readonly case: 'class';
				readonly runtimeClass: string;
				readonly handler: string;
				readonly overhead: Readonly<Record<string, string>> | undefined;
				/** Whether the class chooses the nodes of its Pods. */
				readonly choosesNodes: boolean;
		  }
		| {readonly case: 'overhead'; readonly overhead: Readonly<Record<string, string>>};
	SecurityContextDeny: {readonly case: 'passed'};
	ServiceAccount:
		| {readonly case: 'kept' | 'mirror' | 'mirror-refers-to-nothing'; readonly pod: string}
		| {
				readonly case: 'given';
				readonly account: string;
				/** The Pod names it itself. */
				readonly named: boolean;
				/** Whether its token is mounted now, was mounted before, or is not to be mounted. */
				readonly token: 'mounted' | 'present' | 'off';
				/** Pull secrets of the Pod's service account. */
				readonly pullSecrets: readonly string[];
		  }
		| {readonly case: 'exists' | 'names-secrets'; readonly account: string};
	StorageObjectInUseProtection: {readonly kind: string; readonly name: string; readonly finalizer: string};
	TaintNodesByCondition: {readonly case: 'present' | 'added'; readonly node: string; readonly taint: string};
	/** The names of the policies that judged the request. */
	ValidatingAdmissionPolicy: {readonly judgedBy: readonly string[]};
	/** The names of the webhooks that allowed it. */
	ValidatingAdmissionWebhook: {readonly allowedBy: readonly string[]};
}

/** The class of an Ingress or a claim: its own, an empty one, the default of the cluster, or no class. */
type ClassChoice =
	{readonly case: 'named' | 'default'; readonly className: string} | {readonly case: 'empty'} | {readonly case: 'none'};

/** A finding that any plug-in may report, with an existing sentence. */
export type CommonFinding =
	/** The object passes without a change. */
	| {readonly case: 'passes'}
	/** Paths of the fields that it has set. */
	| {readonly case: 'sets'; readonly fields: readonly string[]};

/** The finding of a plug-in: its own, or a common one. */
export type FindingOf<N extends AdmissionName> = N extends keyof AdmissionFindings
	? AdmissionFindings[N]
	: CommonFinding;

/** A finding of any plug-in. */
export type AdmissionFinding = AdmissionFindings[keyof AdmissionFindings] | CommonFinding;

interface Turn {
	readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
	readonly before: KubernetesObject | undefined;
	/** The release that removed a plug-in of the scenario. */
	readonly legacy?: string;
}

/** A plug-in has run. */
type Passed = Turn & {
	readonly after: KubernetesObject | undefined;
	/** Paths of the fields that it changed. */
	readonly changed: readonly string[];
	/** A webhook or a policy has changed the object, so the whole chain runs again. */
	readonly reinvocation?: true;
	readonly found: AdmissionFinding;
};

/** A plug-in refuses the request. */
type Refused = Turn & {
	readonly reason: string | undefined;
	readonly message: string | undefined;
	readonly verdict: 'refused';
};

/** The call of a webhook's server, with or without an answer. */
type WebhookCall =
	| {
			readonly case: 'asks';
			readonly webhook: Webhook;
			/** Name of its configuration. */
			readonly configuration: string;
			readonly request: unknown;
			readonly url: string;
			readonly timeoutSeconds: number;
	  }
	| {
			readonly case: 'unanswered';
			readonly webhook: Webhook;
			readonly message: string;
			readonly verdict: 'ignored' | 'failed';
			/** The server is outside the simulation, which calls no server. */
			readonly notCalled?: true;
	  }
	| {
			readonly case: 'answers';
			readonly webhook: Webhook;
			readonly response: {
				readonly uid: string;
				readonly allowed: boolean;
				readonly message?: string;
				readonly patch?: readonly unknown[];
			};
			readonly verdict: 'allowed' | 'denied';
			/** The program of its server is not simulated: this answer is assumed. */
			readonly isAssumed?: true;
	  };

interface Webhook {
	readonly name: string;
	readonly failurePolicy?: string;
}

interface Named {
	readonly metadata: {readonly name: string};
}

/** A policy written in CEL is evaluated. */
type MutatingPolicy =
	| {
			readonly case: 'skipped';
			readonly policy: Named;
			readonly binding: Named;
			readonly verdict: 'skipped';
			/** Why its match conditions cannot be evaluated; without it, they do not hold. */
			readonly message: string | undefined;
	  }
	| {
			readonly case: 'applied';
			readonly policy: Named;
			readonly binding: Named;
			readonly params?: unknown;
			readonly before: unknown;
			readonly after: unknown;
			readonly changed: readonly string[];
			readonly failures: readonly string[];
	  };

type ValidatingPolicy =
	| {
			readonly case: 'misconfigured';
			readonly policy: Named;
			readonly binding: Named | undefined;
			readonly message: string;
			readonly verdict: 'ignored' | 'denied';
	  }
	| {
			readonly case: 'judged';
			readonly policy: Named;
			readonly binding: Named;
			readonly params?: unknown;
			readonly decisions: ReadonlyArray<{readonly denied: boolean; readonly message: string}>;
			/** The actions of the binding, where the policy is not met. */
			readonly verdict: 'admitted' | readonly string[];
			/** Whether its match conditions hold. */
			readonly applies: boolean;
	  };

/** Facts of admission. */
export interface AdmissionFacts {
	'apiserver.admit.mutate.*':
		| Passed
		| Refused
		| WebhookCall
		| MutatingPolicy
		/** One of the initializers has processed the object. */
		| {
				readonly case: 'initializer';
				readonly initializer: string;
				readonly before: unknown;
				readonly after: unknown;
				/** The pending ones. */
				readonly pending: readonly string[];
				readonly changes: boolean;
		  }
		| {
				readonly case: 'initializer-refuses';
				readonly initializer: string;
				readonly before: unknown;
				readonly message: string;
		  };
	'apiserver.admit.validate.*':
		| Passed
		| Refused
		| WebhookCall
		| ValidatingPolicy
		/** The server of ImagePolicyWebhook is called for this many images. */
		| {readonly case: 'image-review'; readonly request: unknown; readonly url: string; readonly images: number};
}
