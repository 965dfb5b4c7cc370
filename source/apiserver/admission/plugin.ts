import type {Outward} from '../../client/outward.js';
import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {asKind, type KindName, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Kinds} from '../../objects/kubernetes.generated.js';
import type {Resource} from '../../objects/resources.js';
import type {AdmissionName, FindingOf} from '../../stages/facts/apiserver/admission.js';
import type {UserInfo} from '../request/user.js';
import type {Attributes, Decision} from '../authorization/attributes.js';
import {forbidden, RequestFailure} from '../request/failure.js';
import type {Reader} from '../storage/reader.js';
import type {Reinvocation} from './reinvocation.js';
import type {WebhookServers} from './webhook/server.js';

/** A request to change something, as admission sees it. Reads never reach admission. */
export interface AdmissionAttributes {
	readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
	readonly resource: Resource;
	/** Empty for the resource itself. */
	readonly subresource: string;
	/** Empty for cluster-scoped resources. */
	readonly namespace: string;
	/** Empty while a generated name is not known. */
	readonly name: string;
	readonly user: UserInfo;
	/** The new object; absent when deleting. */
	readonly object?: KubernetesObject;
	/** The stored object; absent when creating. */
	readonly oldObject?: KubernetesObject;
	readonly dryRun: boolean;
}

/** The part of the attributes that many requests share. */
export type AdmissionRequest = Pick<AdmissionAttributes, 'operation' | 'resource' | 'subresource'>;

/** The context of a plug-in. */
export interface AdmissionContext {
	readonly kernel: Kernel;
	readonly reader: Reader;
	/** The minor version of Kubernetes 1 that answers; by default, the simulated one. */
	readonly minor?: number | undefined;
	/** Asks the authorizers without a stop. */
	authorize(attributes: Attributes): Decision;
	/** A write of the apiserver itself through storage, past the request chain: quota status. Throws RequestFailure on conflict. */
	update(resource: string, object: KubernetesObject): Routine;
	/** Removes an object that an initializer refuses, past the request chain. */
	remove?(resource: string, object: KubernetesObject): Routine;
	/** Creates an object past the request chain: NamespaceAutoProvision. */
	create?(resource: string, object: KubernetesObject): Routine;
	/** The servers behind webhooks, as the scenario describes them. */
	readonly webhooks?: WebhookServers;
	/** The connection to servers outside the simulation; without it, no server is called. */
	readonly outward?: Outward;
	/** An object in the version of another resource of its kind, where a server must convert it. */
	convert?(resource: Resource, object: KubernetesObject): Routine<KubernetesObject>;
	/** The memory of mutating admission between its rounds for a request. */
	readonly reinvocation?: Reinvocation;
	/** A `Warning` header for the answer. */
	warn?(text: string): void;
	/** An annotation of the audit event. */
	annotate?(key: string, value: string): void;
}

/** The object after a plug-in. */
export interface Admitted<N extends AdmissionName = AdmissionName> {
	/** The reference passed in if nothing was changed; absent if the request has no object, as when deleting. */
	readonly object: KubernetesObject | undefined;
	/** The change of this object, and its reason. */
	readonly found: FindingOf<N>;
}

/**
One admission plug-in: one decision.

`admit` returns the object, changed or not; `validate` only reads it and returns its findings. Both refuse by throwing a RequestFailure.
Only plug-ins that write something themselves are routines.

@see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/
*/
export interface AdmissionPlugin<N extends AdmissionName = AdmissionName> {
	readonly name: N;
	/** The release that removed it, for a plug-in of the scenario's legacy mode. */
	readonly legacy?: string;
	/** Whether the plug-in may have work for requests with this operation on this resource; without it, for all requests. Called once per operation and resource. */
	concerns?(request: AdmissionRequest): boolean;
	/** Limits the plug-in to some of the requests that concern it; by default it handles all of them. */
	handles?(attributes: AdmissionAttributes, context: AdmissionContext): boolean;
	admit?(attributes: AdmissionAttributes, context: AdmissionContext): Admitted<N> | Routine<Admitted<N>>;
	validate?(attributes: AdmissionAttributes, context: AdmissionContext): FindingOf<N> | Routine<FindingOf<N>>;
	/**
	Processes a new object after it is stored and before its creator gets the answer; not in a dry run.

	@param waits whether the creator waits for the resulting object; if not, it gets the object in its present state.
	@throws RequestFailure when the object is refused after all.
	*/
	created?(
		attributes: AdmissionAttributes & {readonly object: KubernetesObject},
		context: AdmissionContext,
		waits: boolean,
	): Routine<KubernetesObject>;
}

/** The new object of a request that is about this kind. @throws {TypeError} for another kind: `handles` accepted the wrong request. */
export const objectOf = <K extends KindName>({object}: AdmissionAttributes, kind: K): Kinds[K] => asKind(object, kind);

/** The stored object of a request that is about this kind. @throws {TypeError} for another. */
export const oldObjectOf = <K extends KindName>({oldObject}: AdmissionAttributes, kind: K): Kinds[K] =>
	asKind(oldObject, kind);

/** Refuses the request: `pods "web" is forbidden: …`. */
export const refuse = ({resource, name, object}: AdmissionAttributes, why: string): RequestFailure =>
	new RequestFailure(forbidden(resource, nameIn(name, object), why));

/** The name that refusals mention; before the server has generated one, its prefix. */
const nameIn = (name: string, object: KubernetesObject | undefined): string =>
	name || object?.metadata.name || object?.metadata.generateName || 'Unknown';

/** A request about the resource itself, not a subresource, of the core group or the given one. */
export const isAbout = ({resource, subresource}: AdmissionRequest, plural: string, group = ''): boolean =>
	resource.plural === plural && resource.group === group && subresource === '';

/** The creation or the update of such an object. */
export const writes = (attributes: AdmissionRequest, plural: string, group = ''): boolean =>
	(attributes.operation === 'CREATE' || attributes.operation === 'UPDATE') && isAbout(attributes, plural, group);

/** The creation of such an object. */
export const creates = (attributes: AdmissionRequest, plural: string, group = ''): boolean =>
	attributes.operation === 'CREATE' && isAbout(attributes, plural, group);
