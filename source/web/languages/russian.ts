import {russianHelp} from '../../commands/help/russian.js';
import {russian as commands} from '../../commands/words/russian.js';
import {cluster} from '../../diagnosis/words/ru/cluster.js';
import {pods} from '../../diagnosis/words/ru/pods.js';
import {progress} from '../../diagnosis/words/ru/progress.js';
import {russian as drills} from '../../classroom/drills/words/russian.js';
import {russian as walk} from '../../network/walk/words/russian.js';
import {russian as screen} from '../../screen/words/russian.js';
import {russian as stages} from '../../stages/ru/russian.js';

/** All tables of the language. The bundle keeps them apart from others, so that a page loads only the language of its reader. */
export const tables: readonly unknown[] = [
	stages,
	screen,
	walk,
	drills,
	cluster,
	pods,
	progress,
	commands,
	russianHelp,
];
