import type {DumpFlags} from '../command-host.js';
import type {HowFlags, TargetFlags} from '../target-flags.js';
import type {Severity} from './catalogue/entry.js';
import type {Shard} from '../shard.js';
import type {OutputName} from './output-names.js';

/** The number of stops that a cluster of a check may make by default, at about 600 bytes each. */
export const mostStopsOfCheck = 300_000;

/** The flags of `check`, as they are given. */
export interface CheckFlags extends DumpFlags, HowFlags, TargetFlags {
	readonly filename?: readonly string[];
	readonly recursive?: boolean;
	readonly kustomize?: readonly string[];
	readonly helm?: readonly string[];
	readonly values?: readonly string[];
	readonly set?: readonly string[];
	readonly release?: string;
	readonly apply?: readonly string[];
	readonly thenApply?: readonly string[];
	readonly inOrder?: boolean;
	readonly ignoreMissingSchemas?: boolean;
	readonly output: OutputName;
	readonly quiet?: boolean;
	readonly verbose?: boolean;
	readonly failOn?: Exclude<Severity, 'note'>;
	readonly config?: string;
	readonly baseline?: string;
	/** `true` writes the files. */
	readonly fix?: boolean | string;
	readonly for?: number;
	readonly stops?: number;
	readonly jobs?: number;
	readonly watch?: boolean;
	readonly shard?: Shard;
	readonly list?: boolean;
	readonly explain?: string;
}

/** Whether kubectl applies on the server: helm does. */
export const isServerSide = ({serverSide, helm, create}: CheckFlags): boolean =>
	serverSide ?? (helm !== undefined && !create);
