import {chineseHelp} from '../../commands/help/chinese.js';
import {chinese as commands} from '../../commands/words/chinese.js';
import {cluster} from '../../diagnosis/words/zh/cluster.js';
import {pods} from '../../diagnosis/words/zh/pods.js';
import {progress} from '../../diagnosis/words/zh/progress.js';
import {chinese as drills} from '../../classroom/drills/words/chinese.js';
import {chinese as walk} from '../../network/walk/words/chinese.js';
import {chinese as screen} from '../../screen/words/chinese.js';
import {chinese as stages} from '../../stages/zh/chinese.js';

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
	chineseHelp,
];
