import type {KnownImage, ToolAnswer} from './known-image.js';
import type {ContainerProgram} from './container-program.js';
import type {Usage} from './usage.js';
import type {Answer, Listens, Program, StopSignal} from './described-program.js';
import type {Run} from './container-run.js';

/** The behaviour of the containers of an image. All times are milliseconds. */
export interface Image {
	/** Every node has it from the start. */
	readonly present?: boolean;
	/** Bytes. */
	readonly size?: number;
	/** uid or name of the user in the image; root if absent. */
	readonly user?: string;
	/** The image's shell; `false` if the image has only its own program. */
	readonly shell?: boolean | 'dash' | 'bash' | 'ash';
	readonly pull?: {
		readonly ms?: number;
		readonly error?: RuntimeFailure;
		readonly username?: string;
		readonly password?: string;
	};
	readonly create?: RuntimeFailure;
	readonly start?: RuntimeFailure;
	readonly program?: Program;
	readonly listens?: readonly Listens[];
	readonly exec?: ReadonlyArray<{readonly command: string; readonly answers: readonly Answer[]}>;
	/** The signal that requests its end; SIGTERM if absent. */
	readonly stopSignal?: StopSignal;
	/** The resources of the node that its containers use. */
	readonly usage?: readonly Usage[];
	/** Number of a user that is given by name. */
	readonly uid?: number;
	/** Its other programs, by name. */
	readonly tools?: Readonly<Record<string, readonly ToolAnswer[]>>;
	/** The knowledge about the image's name. */
	readonly known?: KnownImage;
	/** The command line of the container, once it is known. */
	readonly words?: readonly string[];
	/** The way in which the container runs it. */
	readonly run?: Run;
	/** Whether the command line is the image's own program. */
	readonly own?: boolean;
	/** Its unsimulated part, which is assumed to work. */
	readonly opaque?: string;
	/** The code of its program, from the library's user. */
	readonly custom?: ContainerProgram;
	/** For images without a description: listens on the container's declared ports, and runs any command as a server. */
	readonly anyPort?: boolean;
}

/** The answer of a failing call: a gRPC status. */
export interface RuntimeFailure {
	/** gRPC code: `NotFound`, `Unknown` … */
	readonly code: string;
	/** `$IMAGE` is replaced by the full name of the image, or by the sandbox's id. */
	readonly text: string;
	/** The number of failures before it succeeds. */
	readonly times?: number;
}
