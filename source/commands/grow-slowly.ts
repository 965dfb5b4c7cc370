import {setFlagsFromString} from 'node:v8';

/**
Lets garbage wait less before it is collected, in all threads. V8 lets a heap grow to four times its live content before it collects.

A server that needs a hundred megabytes held five hundred after weeks. Six simulated days with CronJobs and a crash loop, without history, now peak at 175 MB instead of 313, at the same cost. A
check of five documents of 1.9 MB takes a quarter less memory.
*/
export const growSlowly = (): void => {
	setFlagsFromString('--heap-growing-percent=30');
	setFlagsFromString('--semi-space-growth-factor=1');
};
