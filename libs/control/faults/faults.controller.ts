import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { validated } from '#platform/http/dto.js';
import { ForSandbox, SandboxName } from '../access/control-access.js';
import { CreateFaultDto } from './fault.dto.js';
import type { FaultListView, FaultView, RemovedFaultsView } from './fault.view.js';
import { FaultsService } from './faults.service.js';

const refusing = validated('bad_request', { rejectUnknown: true });

/**
 * Fault injection in a sandbox, for both modes. Affected responses and webhooks name the fault in the header
 * `Tollgate-Fault`, and the timeline records it.
 * @host control
 */
@Controller('api/sandboxes/:name/faults')
@ForSandbox()
export class FaultsController {
  constructor(private readonly faults: FaultsService) {}

  /**
   * Create a fault. If a call matches several faults, they count it in the order of their creation, until one
   * of them answers it. A payment or webhook is affected by the first fault that fires. A reset removes all
   * faults.
   * @throws bad_request
   */
  @Post()
  @HttpCode(200)
  create(@SandboxName() name: string, @Body(refusing) body: CreateFaultDto): Promise<FaultView> {
    return this.faults.create(name, body);
  }

  /** List faults. The list includes exhausted and expired ones. */
  @Get()
  list(@SandboxName() name: string): Promise<FaultListView> {
    return this.faults.list(name);
  }

  /** Remove all faults. */
  @Delete()
  removeAll(@SandboxName() name: string): Promise<RemovedFaultsView> {
    return this.faults.remove(name);
  }

  /** Remove a fault. */
  @Delete(':fault')
  remove(@SandboxName() name: string, @Param('fault') fault: string): Promise<RemovedFaultsView> {
    return this.faults.remove(name, fault);
  }
}
