import { fuzzHalf } from './fuzz/half.js';

fuzzHalf('second');
