import {parseArgs, type ParseArgsConfig} from 'node:util';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** The options and help of a script of this project. */
interface Usage<Options extends OptionsConfig> {
	/** Its purpose and options, for `--help` and mistakes. */
	readonly usage: string;
	readonly options: Options;
	readonly allowPositionals?: boolean;
}

/** The values of its options. */
type Given<Options extends OptionsConfig> = ReturnType<
	typeof parseArgs<{args: string[]; allowPositionals: boolean; options: Options}>
> & {
	/** The whole number that a flag gives; `undefined` where it is not given. */
	numberOf(flag: string, given: string | undefined): number | undefined;
	/** Ends the script over a mistake. */
	wrong(message: string): never;
};

/**
 * Reads the flags of a script of this project: the words after `--` of `npm run`. `--help` prints the usage and ends it with 0,
 * a mistake also prints the error and ends it with 2.
 */
export const scriptFlags = <const Options extends OptionsConfig>(
	{usage, options, allowPositionals = false}: Usage<Options>,
	args = process.argv.slice(2),
): Given<Options> => {
	const wrong = (message: string): never => {
		console.error(`${message}\n\n${usage}`);
		return process.exit(2);
	};

	if (args.some((arg) => arg === '--help' || arg === '-h')) {
		console.log(usage);
		process.exit(0);
	}

	const read = () => {
		try {
			return parseArgs({args, allowPositionals, options});
		} catch (error) {
			return wrong(error instanceof Error ? error.message : String(error));
		}
	};

	return {
		...read(),
		numberOf(flag, given) {
			if (given === undefined) {
				return undefined;
			}

			return /^\d{1,15}$/.test(given) ? Number(given) : wrong(`--${flag} takes a whole number, not "${given}"`);
		},
		wrong,
	};
};
