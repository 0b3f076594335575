import { Module } from '@nestjs/common';
import { ClockMovesSweeper } from './clock-moves.sweeper.js';
import { ClockStore } from './clock.store.js';

@Module({ providers: [ClockStore, ClockMovesSweeper] })
export class ClockSweeperModule {}
