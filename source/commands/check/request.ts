import type {Scenario} from '../../scenario/scenario.js';
import type {Language} from '../../stages/language.js';
import type {ShardedWorlds} from './check-shard.js';
import type {GivenFile, SkippedFile} from './given-files.js';
import type {PlayedWorlds} from './played-worlds.js';
import type {HowToApply} from './world.js';

/**
Gives the signal of Ctrl-C, which is aborted if Ctrl-C came before. With `false`, Ctrl-C ends the program from now on: a computation in this
thread could not hear it.
*/
export type Interruption = (isHeard: boolean) => Promise<AbortSignal>;

/** The input and options of a check. */
export interface CheckRequest {
	readonly files: readonly GivenFile[];
	readonly skipped?: readonly SkippedFile[];
	/** Files that define kinds; they are not checked themselves. */
	readonly definitions?: readonly GivenFile[];
	/** Files that the target has already, such as policies and quotas. */
	readonly policies?: readonly GivenFile[];
	readonly scenario: Scenario;
	/** The scenario describes the target: a namespace that it lacks is missing, and all files have to fit at once. */
	readonly isTarget?: boolean;
	/** The target's version of Kubernetes is named, as `kubernetesVersion` of the scenario: its API is compared. */
	readonly isVersionGiven?: boolean;
	/** All files are one part: they are applied together. */
	readonly isWhole?: boolean;
	readonly how: HowToApply;
	/** Applies documents in the given order, as kubectl does. */
	readonly inOrder?: boolean;
	/** A kind without a definition is only noted. */
	readonly ignoresMissingSchemas?: boolean;
	readonly language: Language;
	readonly mostStops?: number;
	readonly forMs?: number;
	/** The number of threads; one per core by default. */
	readonly jobs?: number;
	/** Starts listening to Ctrl-C. Called when several clusters are played: a check of one cluster has no partial result, so it may end at once. */
	readonly interruption?: Interruption | undefined;
	/** The worlds of the last check, where it is repeated. */
	readonly played?: PlayedWorlds | undefined;
	/** The shard, if not all worlds are played here. */
	readonly sharded?: ShardedWorlds | undefined;
	/** The flags of `run` that open the debugger in the same cluster. */
	readonly openedWith?: readonly string[];
	/** Hears how many of the files are checked. */
	readonly progress?: (done: number, all: number) => void;
}
