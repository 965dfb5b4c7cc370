import {packageText} from '../../kernel/platform.js';

/** Minor versions of Kubernetes 1, the first and the last: 33 and 37. */
export type MinorRange = readonly [from: number, to: number];

/** A kind in one API version. */
export interface KindFacts {
	/** Last part of its URL: `deployments`. */
	readonly resource: string;
	readonly namespaced: boolean;
	/** Long name of its schema. */
	readonly schema?: string;
	/** The versions that can serve it. */
	readonly known: MinorRange;
	/** The versions that serve it without `--runtime-config`. */
	readonly served?: MinorRange;
}

/** A field of a schema. */
export interface FieldFacts {
	/** The versions that have it; by default, all with the schema. */
	readonly in?: MinorRange;
	/** The schema of the field, of its items or of its values. */
	readonly ref?: string;
	/** Whether it is a map, whose keys are not fields. */
	readonly isMap?: boolean;
	/** The feature gates that must all be on, by minor version. */
	readonly gates?: Readonly<Record<string, readonly string[]>>;
	/** Values of an enumeration that not all of these versions have. */
	readonly values?: Readonly<Record<string, MinorRange>>;
	/** The values that the server refuses unless a feature gate is on. */
	readonly gatedValues?: Readonly<Record<string, string>>;
}

/** The minor versions in which a kind was introduced, deprecated and removed, and its replacement. */
export interface LifecycleFacts {
	readonly introduced?: number;
	readonly deprecated?: number;
	readonly removed?: number;
	/** `apps/v1 Deployment`. */
	readonly replacement?: string;
}

/** A feature gate from a minor version on. */
export type GateFacts = readonly [minor: number, stage: string, isOn: boolean];

/** Releases of Kubernetes, as `snapshots/cluster/versions.json.gz` has them. Kinds are words such as `apps/v1 Deployment`. */
export interface VersionFacts {
	/** The releases by minor version: `v1.36.3`. */
	readonly releases: Readonly<Record<string, string>>;
	readonly kinds: Readonly<Record<string, KindFacts>>;
	readonly lifecycles: Readonly<Record<string, LifecycleFacts>>;
	readonly gates: Readonly<Record<string, readonly GateFacts[]>>;
	/** The fields of schemas, by long name and field. */
	readonly schemas: Readonly<Record<string, Readonly<Record<string, FieldFacts>>>>;
}

let loaded: VersionFacts | undefined;

/** The facts of all releases; read from disk at the first call. */
export const versionFacts = (): VersionFacts => {
	if (loaded) {
		return loaded;
	}

	const facts: VersionFacts = JSON.parse(packageText('snapshots/cluster/versions.json.gz'));
	loaded = facts;
	return facts;
};
