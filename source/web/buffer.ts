import {Buffer as PageBuffer} from 'buffer/';

// Simulated code handles bytes with Node's Buffer, which a browser lacks: this is another implementation of the same.
Object.assign(globalThis, {Buffer: PageBuffer});
