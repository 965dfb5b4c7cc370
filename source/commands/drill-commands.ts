import {InvalidArgumentError, type Command} from 'commander';
import {Mistake} from '../scenario/mistake.js';
import {offeredLanguages} from '../stages/language-names.js';
import {
	offeredLanguage,
	screenOptions,
	withScreen,
	withSearchStops,
	type CommandHost,
	type ScreenOptions,
} from './command-host.js';

const drillNumber = (value: string): number => {
	if (!/^\d{1,9}$/.test(value)) {
		throw new InvalidArgumentError('A drill number is a whole number from 0 to 999999999.');
	}

	return Number(value);
};

/** `drill`: a broken cluster to repair, on the screen. */
export const defineDrill = (program: Command, {streams, openScreen}: CommandHost): void => {
	withSearchStops(withScreen(program.command('drill')))
		.description('repair a broken cluster, without hints; without a name, the first one that you have not repaired')
		.argument('[name]', 'name of the drill, or part of the name')
		.option(
			'--random <number>',
			'a drill generated from this number: a healthy application with one fault',
			drillNumber,
		)
		.option('--lang <language>', `language of the drill: ${offeredLanguages.join(', ')}`, offeredLanguage)
		.action(async (name: string | undefined, {random, ...options}: ScreenOptions & {readonly random?: number}) => {
			if (name !== undefined && random !== undefined) {
				throw new Mistake('a drill has a name or a number, not both', {}, 'leave out the name or --random');
			}

			const [{drillNames}, {findDrill, nextDrill}, {readProgress}] = await Promise.all([
				import('../classroom/heads.js'),
				import('../classroom/drills/drills.js'),
				import('../classroom/progress.js'),
			]);
			const next = random ?? findDrill(name ?? nextDrill(readProgress()) ?? '').name.replace('drill/', '');
			if (!streams.screen) {
				throw new Mistake(
					`the drill ${typeof next === 'number' ? `--random ${next}` : `"${next}"`} needs a terminal, but there is none`,
					{},
					`open it in a terminal; \`drills\` lists all ${drillNames().length} drills`,
				);
			}

			await openScreen({view: 'drill', drill: next}, screenOptions(program, options));
		});
};

/** `drills`: all broken clusters, as a list. */
export const defineDrills = (program: Command, {streams, language}: CommandHost): void => {
	program
		.command('drills')
		.description('list the broken clusters by level, and mark those that you have repaired')
		.action(async () => {
			const {listDrills} = await import('./drills.js');
			streams.stdout(listDrills(await language()));
		});
};
