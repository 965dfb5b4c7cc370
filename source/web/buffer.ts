import {Buffer as PageBuffer} from 'buffer/';

// Simulated code handles bytes with Node's Buffer, which a browser has not: this is the same by other hands.
Object.assign(globalThis, {Buffer: PageBuffer});
