/** The source of a value in the object. `expressionFrom` is the older form of `jq`. */
export interface ExpressionFrom {
	readonly expressionFrom?: string;
	readonly jq?: {readonly expression: string};
	readonly cel?: {readonly expression: string};
}

export const selectorOperators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/** The values of an expression of jq, and how they have to be. */
export interface Requirement {
	readonly key: string;
	readonly operator: (typeof selectorOperators)[number];
	readonly values?: readonly string[];
}

/** `key` with `operator` and `values` is the older form of `jq`. */
export interface MatchExpression extends Partial<Requirement> {
	readonly jq?: Requirement;
	readonly cel?: {readonly expression: string};
}

export interface StageSelector {
	readonly matchLabels?: Readonly<Record<string, string>>;
	readonly matchAnnotations?: Readonly<Record<string, string>>;
	readonly matchExpressions?: readonly MatchExpression[];
}

export interface StageDelay {
	readonly durationMilliseconds?: number;
	readonly durationFrom?: ExpressionFrom;
	readonly jitterDurationMilliseconds?: number;
	readonly jitterDurationFrom?: ExpressionFrom;
}

export interface StageEvent {
	readonly type?: string;
	readonly reason?: string;
	readonly message?: string;
}

export interface StageFinalizers {
	readonly add?: ReadonlyArray<{readonly value?: string}>;
	readonly remove?: ReadonlyArray<{readonly value?: string}>;
	readonly empty?: boolean;
}

export const patchTypes = ['json', 'merge', 'strategic'] as const;

export interface StagePatch {
	readonly subresource?: string;
	/** The field that the template describes: `status`. */
	readonly root?: string;
	readonly template?: string;
	/** The type of patch; for Nodes and Pods, a strategic merge patch by default. */
	readonly type?: (typeof patchTypes)[number];
	readonly impersonation?: {readonly username: string};
}

/** One step of a Stage. */
export interface StageStep {
	readonly event?: StageEvent;
	readonly finalizers?: StageFinalizers;
	readonly delete?: boolean;
	readonly patch?: StagePatch;
}

/** The older form of steps. */
export interface StageNext extends Omit<StageStep, 'patch'> {
	readonly patches?: readonly StagePatch[];
	readonly statusTemplate?: string;
	readonly statusSubresource?: string;
	readonly statusPatchAs?: {readonly username: string};
}

/**
A phase in the life of objects: its selector, its delay, and its changes.

@mirrors sigs.k8s.io/kwok/pkg/apis/v1alpha1 Stage
@see https://kwok.sigs.k8s.io/docs/user/stages-configuration/
*/
export interface Stage {
	readonly metadata: {readonly name: string};
	readonly spec: {
		readonly resourceRef: {readonly apiGroup?: string; readonly kind: string};
		readonly selector?: StageSelector;
		readonly weight?: number;
		readonly weightFrom?: ExpressionFrom;
		readonly delay?: StageDelay;
		readonly next?: StageNext;
		readonly steps?: readonly StageStep[];
		readonly immediateNextStage?: boolean;
	};
}

/** The patches of a Stage; the older form of a status patch counts only without `patches`. */
const patchesOf = ({
	patches = [],
	statusTemplate,
	statusSubresource,
	statusPatchAs,
}: StageNext): readonly StagePatch[] =>
	patches.length > 0 || !statusTemplate
		? patches
		: [
				{
					subresource: statusSubresource ?? 'status',
					root: 'status',
					template: statusTemplate,
					...(statusPatchAs ? {impersonation: statusPatchAs} : {}),
				},
			];

/**
The steps of a Stage. The older form has an order too: the event, finalizers, patches, the deletion.

@mirrors sigs.k8s.io/kwok/pkg/apis/internalversion Convert_v1alpha1_StageSpec_To_internalversion_StageSpec
*/
export const stepsOf = ({spec}: Stage): readonly StageStep[] => {
	const {steps = [], next} = spec;
	if (steps.length > 0 || !next) {
		return steps;
	}

	const {event, finalizers, delete: ends} = next;
	return [
		...(event ? [{event}] : []),
		...(finalizers ? [{finalizers}] : []),
		...patchesOf(next).map((patch) => ({patch})),
		...(ends ? [{delete: true}] : []),
	];
};
