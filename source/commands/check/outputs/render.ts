import type {Severity} from '../catalogue/entry.js';
import type {Report} from '../report.js';

/** Details for machines besides the report. */
export interface RenderOptions {
	/** The lightest severity that fails the check. */
	readonly failOn: Severity;
	/** The version of this program. */
	readonly version: string;
	/** Kubernetes' version. */
	readonly kubernetes: string;
}

/** A report as text for a machine, with a line end at its end. */
export type Render = (report: Report, options: RenderOptions) => string;
